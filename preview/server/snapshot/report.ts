import type { WidgetSize } from "../../../core/contract/mod.ts";
import type { BundleProblem } from "../../protocol.ts";
import type { Diagnostic } from "../model/mod.ts";
import { stateName, type Theme } from "./plan_shots.ts";

/** A violation of one of axe's rules. */
export interface AccessibilityViolation {
  /** The rule's name, such as `color-contrast`. */
  readonly rule: string;
  /** `minor`, `moderate`, `serious` or `critical`. */
  readonly impact: string;
  readonly help: string;
  readonly helpUrl: string;
  /** At most ten elements: a selector (with `>>>` before the part in a shadow root), the markup, and what to do. */
  readonly nodes: readonly { readonly target: string; readonly html: string; readonly summary: string }[];
}

/** By how many CSS pixels the content is larger than its card. */
export interface Overflow {
  readonly x: number;
  readonly y: number;
}

/** What was observed of a card. */
export interface Observation {
  /** Why the card is not shown: its module could not be loaded, or it threw; null when it is shown. */
  readonly cardError: string | null;
  /** Uncaught errors of the page. */
  readonly pageErrors: readonly string[];
  /** Errors in the page's console. */
  readonly consoleErrors: readonly string[];
  readonly violations: readonly AccessibilityViolation[];
  readonly overflow: Overflow | null;
  /** From the card's first rendering to its paint; null when it was not painted. */
  readonly mountMs: number | null;
}

/** One picture, and what was observed. */
export interface Rendering extends Observation {
  /** The folder of a live widget, the label of a bundle. */
  readonly widget: string;
  readonly kind: "live" | "bundle";
  /** Null when the manifest is unknown. */
  readonly size: WidgetSize | null;
  readonly theme: Theme;
  /** Null for `defaultState`. */
  readonly state: string | null;
  /** Null for a widget that declares no languages. */
  readonly locale: string | null;
  /** The file next to the report; null when the page stopped responding. */
  readonly picture: string | null;
}

/** `report.json` of a snapshot. */
export interface SnapshotReport {
  /** The version of this document. */
  readonly format: 1;
  /** Whether there are no diagnostics, problems or issues. */
  readonly clean: boolean;
  /** The diagnostics of the build. */
  readonly diagnostics: readonly Diagnostic[];
  /** Bundles on disk that cannot be read. */
  readonly problems: readonly BundleProblem[];
  readonly renderings: readonly Rendering[];
}

/** The issues of one card, each as one line without repetitions. */
export function listIssues(observation: Observation): string[] {
  const { cardError, pageErrors, consoleErrors, violations, overflow } = observation;
  const lines = [
    ...(cardError === null ? [] : [`card: ${firstLine(cardError)}`]),
    ...pageErrors.map((message) => `page: ${firstLine(message)}`),
    ...consoleErrors.map((message) => `console: ${firstLine(message)}`),
    ...violations.map(({ rule, help, nodes }) =>
      `accessibility: ${rule}: ${help} (${nodes[0]?.target ?? "?"})`
    ),
    ...(overflow === null ? [] : [`overflow: the content is ${formatOverflow(overflow)} than its card`]),
  ];
  return [...new Set(lines)];
}

/** A picture's name for people: `001_weather 2x2 dark cold en`. */
export function formatRendering({ widget, size, theme, state, locale }: Rendering): string {
  return [widget, size, theme, stateName(state), locale].filter((part) => part !== null).join(" ");
}

function formatOverflow({ x, y }: Overflow): string {
  const parts = [x > 0 ? `${x} px wider` : "", y > 0 ? `${y} px higher` : ""];
  return parts.filter((part) => part !== "").join(" and ");
}

function firstLine(text: string): string {
  return text.split("\n")[0]!.slice(0, 300);
}
