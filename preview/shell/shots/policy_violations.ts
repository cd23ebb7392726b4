import { findOwnersOf } from "./element_owners.ts";
import type { PolicyViolation } from "../../shots.ts";
import { explainViolation } from "./explain_violation.ts";

/** How many violations are kept: a card may repeat one in each frame of an animation. */
const MAX_VIOLATIONS = 100;

/** Calls a function for each violation of the page's content policy, now and until the page ends. */
export function watchViolations(report: (violation: PolicyViolation) => void): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    const [target] = event.composedPath();
    const element = target instanceof Element ? target : null;
    const { components, stacks } = element === null ? NO_OWNERS : findOwnersOf(element);
    const { sourceFile, lineNumber, columnNumber } = event;
    const script = sourceFile ? [`    at ${sourceFile}:${lineNumber}:${Math.max(1, columnNumber)}`] : [];
    report({
      message: explainViolation(event),
      selector: element?.localName ?? "",
      text: "",
      components,
      stacks: [...script, ...stacks],
    });
  });
}

const NO_OWNERS = { components: [], stacks: [] };

const kept: PolicyViolation[] = [];

/** Keeps the violations of a page with `chrome=shots`, which shows the cards of one widget. */
export function keepViolation(violation: PolicyViolation): void {
  const isKnown = kept.some(({ message, stacks }) =>
    message === violation.message && stacks[0] === violation.stacks[0]
  );
  if (!isKnown && kept.length < MAX_VIOLATIONS) kept.push(violation);
}

export function keptViolations(): readonly PolicyViolation[] {
  return kept;
}
