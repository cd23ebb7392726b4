import { parseEvaluationEvent } from "./evaluation_events.ts";
import { isLastEvent } from "./last_event.ts";

/** Milliseconds that one widget may take until its isolate is ended. */
export const DEFAULT_DEADLINE_MS = 10_000;

/** Characters that an isolate may write for one widget. */
export const MAX_OUTPUT_LENGTH = 4_194_304;

/** Whether an isolate that writes a line waits for a widget. */
export function isReadyLine(line: string): boolean {
  return parseEvaluationEvent(line)?.step === "ready";
}

/** Whether a widget that an isolate writes a line of has been rendered. */
export function isRenderedLine(line: string): boolean {
  return parseEvaluationEvent(line)?.step === "rendered";
}

/** Whether no line follows. A malformed line ends the evaluation, and fails it. */
export function isLastLine(line: string): boolean {
  const event = parseEvaluationEvent(line);
  return event === null || isLastEvent(event);
}
