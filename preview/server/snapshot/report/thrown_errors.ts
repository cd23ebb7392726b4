import type { RatedDiagnostic } from "../../model/mod.ts";
import { UNLOADED } from "../observe.ts";
import type { CardProblem, Rendering } from "./report.ts";

/** What the build says of a widget that does not run. */
const NOT_RUN = ["component.failed", "module.failed"];

/** Whether the build has found the error for which a card of a widget is not shown. */
export function isDiagnosed(
  widget: string,
  { rule, message }: CardProblem,
  diagnostics: readonly RatedDiagnostic[],
): boolean {
  if (rule !== "card.failed") return false;
  const own = diagnostics.filter((one) => one.widget === widget && one.severity === "error");
  if (message === UNLOADED) return own.length > 0;
  return own.some((one) => NOT_RUN.includes(one.code) && one.message.includes(message));
}

/** The problems of all pictures that count: an error that a widget throws is one, and none where the build has found it. */
export function listCounted(
  renderings: readonly Rendering[],
  diagnostics: readonly RatedDiagnostic[],
): CardProblem[] {
  const thrown = new Set<string>();
  return renderings.flatMap(({ widget, findings }) =>
    findings.filter((problem) => {
      if (problem.rule !== "card.failed") return true;
      const error = `${widget}\0${problem.message}`;
      const isKnown = thrown.has(error) || isDiagnosed(widget, problem, diagnostics);
      thrown.add(error);
      return !isKnown;
    })
  );
}
