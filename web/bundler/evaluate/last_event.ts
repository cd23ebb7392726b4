import type { EvaluationEvent } from "./evaluation_events.ts";

/** Whether an isolate reports nothing after an event. */
export function isLastEvent(event: EvaluationEvent): boolean {
  if (event.step === "loaded") return "error" in event;
  if (event.step === "rendered") return "error" in event || event.failures.length > 0;
  return event.step !== "rendering";
}
