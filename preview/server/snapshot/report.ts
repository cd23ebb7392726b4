import type { Diagnostic } from "../../../web/bundler/mod.ts";
import type { WidgetSize } from "../../../core/contract/mod.ts";
import type { BundleProblem } from "../../protocol.ts";
import { stateName, type Theme } from "./plan_shots.ts";

/** A rule of axe that a card breaks. */
export interface AccessibilityViolation {
  /** The rule's name, such as `color-contrast`. */
  readonly rule: string;
  /** `minor`, `moderate`, `serious` or `critical`. */
  readonly impact: string;
  readonly help: string;
  readonly helpUrl: string;
  /** The elements, at most ten: a selector (parts of it in shadow roots after `>>>`), the markup, and what to do. */
  readonly nodes: readonly { readonly target: string; readonly html: string; readonly summary: string }[];
}

/** By how many CSS pixels the content is larger than its card. */
export interface Overflow {
  readonly x: number;
  readonly y: number;
}

/** What was seen of a card. */
export interface Observation {
  /** What the card says of itself: that its module could not be loaded, or what it threw; null when it is shown. */
  readonly cardError: string | null;
  /** What nobody caught in the page. */
  readonly pageErrors: readonly string[];
  /** What was written to the page's console as an error. */
  readonly consoleErrors: readonly string[];
  readonly violations: readonly AccessibilityViolation[];
  readonly overflow: Overflow | null;
  /** From the card's first rendering to its paint, in milliseconds; null when it was not painted. */
  readonly mountMs: number | null;
}

/** One picture, and what was seen. */
export interface Rendering extends Observation {
  /** The folder of a live widget, the label of a bundle. */
  readonly widget: string;
  readonly kind: "live" | "bundle";
  /** Null when the manifest is not known. */
  readonly size: WidgetSize | null;
  readonly theme: Theme;
  /** Null for `defaultState`. */
  readonly state: string | null;
  /** Null for a widget that declares no languages. */
  readonly locale: string | null;
  /** The file beside the report; null when the page did not answer any more. */
  readonly picture: string | null;
}

/** `report.json` of a snapshot. */
export interface SnapshotReport {
  /** The version of this document. */
  readonly format: 1;
  /** Whether nothing was found. */
  readonly clean: boolean;
  /** What the build refuses. */
  readonly diagnostics: readonly Diagnostic[];
  /** Bundles on disk that cannot be read. */
  readonly problems: readonly BundleProblem[];
  readonly renderings: readonly Rendering[];
}

/** What is wrong with one card, a line for each thing, however often it was said. */
export function listFindings(seen: Observation): string[] {
  const { cardError, pageErrors, consoleErrors, violations, overflow } = seen;
  const lines = [
    ...(cardError === null ? [] : [`card: ${firstLine(cardError)}`]),
    ...pageErrors.map((message) => `page: ${firstLine(message)}`),
    ...consoleErrors.map((message) => `console: ${firstLine(message)}`),
    ...violations.map(({ rule, help, nodes }) =>
      `accessibility: ${rule}: ${help} (${nodes[0]?.target ?? "?"})`
    ),
    ...(overflow === null ? [] : [`overflow: the content is ${describeOverflow(overflow)} than its card`]),
  ];
  return [...new Set(lines)];
}

/** Names a picture for people: `001_weather 2x2 dark cold en`. */
export function describeRendering({ widget, size, theme, state, locale }: Rendering): string {
  return [widget, size, theme, stateName(state), locale].filter((part) => part !== null).join(" ");
}

function describeOverflow({ x, y }: Overflow): string {
  const parts = [x > 0 ? `${x} px wider` : "", y > 0 ? `${y} px higher` : ""];
  return parts.filter((part) => part !== "").join(" and ");
}

function firstLine(text: string): string {
  return text.split("\n")[0]!.slice(0, 300);
}
