/** What a card shows in one state, and the rule that reports it; null when nothing does. */
export interface RuleCase {
  readonly state: string;
  readonly rule: string | null;
  /** JSX in the widget's component. */
  readonly content: string;
  /** What the element of the problem has as its text. */
  readonly text?: string;
  /** What its message says that the author can do. */
  readonly hint?: RegExp;
}

/** Fills the rest of a card, so that it is not empty. */
export const REST = `<div className="rest" />`;
