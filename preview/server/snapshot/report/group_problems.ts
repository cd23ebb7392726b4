import type { RatedDiagnostic } from "../../model/mod.ts";
import { type CardProblem, formatProblem, type Rendering, SEVERITIES, type Severity } from "./report.ts";
import { isLoss } from "./rate_losses.ts";
import { isDiagnosed } from "./thrown_errors.ts";

/** A problem, and the pictures of one widget that show it. */
export interface ProblemGroup {
  readonly problem: CardProblem;
  readonly renderings: readonly [Rendering, ...Rendering[]];
  /** The picture that needs the fewest pixels, if others need more. */
  readonly fewest: { readonly rendering: Rendering; readonly pixels: number } | null;
}

/**
 * Each problem of each widget once, without those that a diagnostic of the build has, errors first. Notes about one place in
 * the source, and warnings about what a card leaves out, are one, since their texts and pixels differ from picture to picture:
 * its problem is the one with the most pixels. Those that lack other parts, such as columns, are others. Problems about one
 * subject are one.
 */
export function groupProblems(
  renderings: readonly Rendering[],
  diagnostics: readonly RatedDiagnostic[] = [],
): ProblemGroup[] {
  const shown = renderings.flatMap((rendering) =>
    rendering.findings.filter((problem) => !isDiagnosed(rendering.widget, problem, diagnostics))
      .map((problem) => ({ rendering, problem }))
  );
  const groups = Map.groupBy(shown, ({ rendering, problem }) => `${rendering.widget}\0${keyOf(problem)}`);
  return Array.from(groups.values(), (group): ProblemGroup => {
    const largest = group.reduce((one, other) =>
      (other.problem.pixels ?? 0) > (one.problem.pixels ?? 0) ? other : one
    );
    const others = new Set(group.map(({ rendering }) => rendering));
    others.delete(largest.rendering);
    return {
      problem: largest.problem,
      renderings: [largest.rendering, ...others],
      fewest: findFewest(group, largest.problem),
    };
  }).sort((one, other) => rank(one) - rank(other));
}

function findFewest(
  group: readonly { readonly rendering: Rendering; readonly problem: CardProblem }[],
  largest: CardProblem,
): ProblemGroup["fewest"] {
  const needs = group.flatMap(({ rendering, problem: { pixels } }) =>
    pixels != null && pixels > 0 ? [{ rendering, pixels }] : []
  );
  const fewest = needs.toSorted((one, other) => one.pixels - other.pixels)[0];
  return fewest === undefined || fewest.pixels >= (largest.pixels ?? 0) ? null : fewest;
}

/** How many findings have each severity. */
export function countSeverities(
  findings: readonly { readonly severity: Severity }[],
): { errors: number; warnings: number; notes: number } {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), notes: count("note") };
}

function keyOf(problem: CardProblem): string {
  const { rule, severity, element, subject, missing } = problem;
  if (subject !== undefined) return JSON.stringify([rule, subject]);
  const isListed = element === null || !(severity === "note" || isLoss(problem));
  if (isListed) return formatProblem(problem);
  return JSON.stringify([rule, severity, element.source ?? element.selector, element.component, missing]);
}

function rank({ problem }: ProblemGroup): number {
  return SEVERITIES.indexOf(problem.severity);
}
