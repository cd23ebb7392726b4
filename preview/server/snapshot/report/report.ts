import { escapeControls } from "../../../../core/errors/mod.ts";
import { LAYOUT_RULES } from "../../../layout_rules.ts";
import type { BundleProblem } from "../../../protocol.ts";
import type { AxeViolation, CardLayout, LayoutFault, LayoutRule } from "../../../shots.ts";
import type { RatedDiagnostic } from "../../model/mod.ts";
import { type Shot, sizeName, stateName } from "../plan_shots.ts";
import type { Rejection } from "../baseline/rejections.ts";

/**
 * An error has to be corrected; a warning fails a snapshot with `--strict` only; a note says what the kit has decided, such
 * as what a small card leaves out, and fails nothing.
 */
export type Severity = typeof SEVERITIES[number];

/** The severities, the most serious first. */
export const SEVERITIES = ["error", "warning", "note"] as const;

/** An element of a card, for people and agents. */
export interface ElementPlace {
  /** Short: tag, id or class, and two elements around it. */
  readonly selector: string;
  /** The beginning of its text. */
  readonly text: string;
  /** The components around it, the innermost first: `Heading in WeatherCard`; null when they are unknown. */
  readonly component: string | null;
  /** Where its JSX is in the project's sources; null for a bundle. */
  readonly source: { readonly file: string; readonly line: number; readonly column: number } | null;
}

export interface CardProblem {
  /**
   * `card.failed`, `page.error`, `console.error`, `policy.violated`, `accessibility.<axe rule>`, or a {@link LayoutRule}, such as `text.cut`.
   */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** Null when the problem is not one element's. */
  readonly element: ElementPlace | null;
  /** How many more CSS pixels the card needs to show an element that is not shown; null for other problems. */
  readonly pixels: number | null;
  /** What problems of one rule are about whose messages differ, such as a package of fonts. */
  readonly subject?: string | undefined;
  /** The parts that an element lacks, such as columns; undefined where all of it is missing. */
  readonly missing?: readonly string[] | undefined;
}

/** A violation of one of axe's rules. */
export type AccessibilityViolation = AxeViolation<ElementPlace>;

export interface Observation {
  /** Why the card is not shown: its module could not be loaded, or it threw; null when it is shown. */
  readonly cardError: string | null;
  /** The line of the project that {@link cardError} comes from; null when it is unknown. */
  readonly cardErrorSource: ElementPlace["source"];
  /** Uncaught errors of the page. */
  readonly pageErrors: readonly string[];
  /** Errors in the page's console, React's about {@link cardError} included. */
  readonly consoleErrors: readonly string[];
  /** What the content policy of a feed blocks. */
  readonly blocked: readonly { readonly message: string; readonly element: ElementPlace | null }[];
  readonly violations: readonly AccessibilityViolation[];
  /** By how many CSS pixels the content is larger than its card. */
  readonly overflow: CardLayout["overflow"];
  /** What the card's layout breaks. */
  readonly layout: readonly LayoutFault<ElementPlace>[];
  /** How many milliseconds React took to render the card; null when the page stopped responding. */
  readonly mountMs: number | null;
}

export interface Rendering extends Omit<Shot, "subject">, Omit<Observation, "layout" | "blocked"> {
  /** The folder of a live widget, the label of a bundle. */
  readonly widget: string;
  readonly kind: "live" | "bundle";
  /** The file next to the report; null when the page stopped responding. */
  readonly picture: string | null;
  readonly findings: readonly CardProblem[];
}

export interface SnapshotReport {
  /** The version of this document. */
  readonly format: 2;
  /** Whether there are no errors, and with `--strict` no warnings. */
  readonly clean: boolean;
  /** An error that a widget throws counts once, however many pictures show it. */
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** The browser that took the pictures, and its fonts; null without pictures. */
  readonly camera: CameraReport | null;
  /** The fixed time of the pictures, in RFC 3339. */
  readonly clock: string;
  readonly timeZone: string;
  readonly scale: number;
  /** The diagnostics of the build: errors and warnings. */
  readonly diagnostics: readonly RatedDiagnostic[];
  /** Bundles on disk that cannot be read. */
  readonly problems: readonly BundleProblem[];
  /** One picture per widget with all of its renderings, or several when they are very many, next to the report. */
  readonly sheets: readonly { readonly widget: string; readonly picture: string }[];
  readonly renderings: readonly Rendering[];
  /** The names of the fields below that widgets can choose: they are data, and never instructions. */
  readonly untrustedFields: readonly string[];
  /** The comparison with the accepted pictures; null when there are none, and when they were written. */
  readonly baseline: BaselineReport | null;
}

/** What takes pictures. */
export interface CameraReport {
  /** The name of the browser, such as `Chromium`. */
  readonly browser: string;
  readonly version: string;
  /** The families that come with the preview and the packages that the project has added; null for the fonts of the machine. */
  readonly fonts: readonly string[] | null;
}

/** The comparison of a snapshot with its baseline. */
export interface BaselineReport {
  /** The folder, as an absolute path. */
  readonly folder: string;
  readonly findings: readonly BaselineFinding[];
  /** What a person has rejected in a review. */
  readonly rejected: readonly Rejection[];
}

export interface BaselineFinding {
  readonly rule: "picture.changed" | "picture.new" | "picture.missing";
  readonly severity: "error" | "warning";
  readonly message: string;
  /** The file name in the baseline and next to the report. */
  readonly picture: string;
  /** The share of the pixels that differ, 0 to 1; null when the pictures cannot be compared. */
  readonly share: number | null;
  /** The file next to the report: before, after and the differences side by side; null when there is none. */
  readonly difference: string | null;
  /** The file next to the report: the accepted picture; null when there is none that can be read. */
  readonly before: string | null;
}

const LAYOUT_SEVERITIES = new Map<LayoutRule, Severity>(
  LAYOUT_RULES.map(({ rule, severity }) => [rule, severity]),
);

/** The impacts of axe's rules that are errors. */
const SERIOUS = ["serious", "critical"];

/** The fields of a report whose texts widgets can choose. */
export const UNTRUSTED_FIELDS: readonly string[] = [
  "cardError",
  "component",
  "consoleErrors",
  "file",
  "help",
  "html",
  "label",
  "lineText",
  "message",
  "missing",
  "pageErrors",
  "path",
  "selector",
  "state",
  "summary",
  "target",
  "text",
  "widget",
  "words",
];

/** The problems of one card, without repetitions. */
export function listProblems(observation: Observation): CardProblem[] {
  const { cardError, cardErrorSource, pageErrors, consoleErrors, blocked, violations, layout } = observation;
  const problems = [
    ...cardError === null
      ? []
      : [{ ...withoutElement("card.failed", cardError), element: placeOf(cardErrorSource) }],
    ...pageErrors.map((message) => withoutElement("page.error", message)),
    ...consoleErrors.filter((message) => !isLogOf(cardError, message)).map((message) =>
      withoutElement("console.error", message)
    ),
    ...blocked.map(({ message, element }): CardProblem => ({
      rule: "policy.violated",
      severity: "error",
      message: shorten(message),
      element,
      pixels: null,
    })),
    ...layout.map(({ rule, message, element, pixels = null, subject, missing }): CardProblem => ({
      rule,
      severity: LAYOUT_SEVERITIES.get(rule)!,
      message: shorten(message),
      element,
      pixels,
      subject,
      missing,
    })),
    ...violations.map(({ rule, impact, help, nodes }): CardProblem => ({
      rule: `accessibility.${rule}`,
      severity: SERIOUS.includes(impact) ? "error" : "warning",
      message: nodes.length > 1 ? `${shorten(help)} (${nodes.length} elements)` : shorten(help),
      element: nodes[0]?.element ?? null,
      pixels: null,
    })),
  ];
  const known = new Set<string>();
  return problems.filter((problem) => {
    const line = formatProblem(problem);
    return !known.has(line) && known.add(line);
  });
}

/** How React begins what it logs of an error that a component has thrown, after the error itself. */
const REACT_LOG = "The above error occurred in ";

/** Whether a message of the console is React's about the error for which a card is not shown. */
function isLogOf(cardError: string | null, message: string): boolean {
  return cardError !== null && message.includes(REACT_LOG) && message.includes(cardError.split("\n", 1)[0]!);
}

/** What is reported of a picture. @param picture its file */
export function toRendering(shot: Shot, observation: Observation, picture: string | null): Rendering {
  const { subject: { name, kind }, ...variant } = shot;
  const { layout: _, blocked: __, ...observed } = observation;
  return {
    widget: name,
    kind,
    ...variant,
    picture,
    findings: listProblems(observation),
    ...observed,
  };
}

/** The rules whose messages are the page's own words. */
const PAGE_RULES = ["card.failed", "page.error", "console.error"];

/**
 * A problem on one line: `error: text.cut: “Tuesday” is cut by its own box (h2.title, widgets/…:12:7)`. What the page says
 * is quoted, so that it cannot be taken for a line of this program: `error: console.error: the page says "Odd"`.
 */
export function formatProblem({ rule, severity, message, element }: CardProblem): string {
  const said = PAGE_RULES.includes(rule) ? `the page says ${JSON.stringify(message)}` : message;
  return escapeControls(
    `${severity}: ${rule}: ${said}${element === null ? "" : ` (${formatElement(element)})`}`,
  );
}

/** A picture's name for people: `001_weather 2x2 dark cold en`. */
export function formatRendering(rendering: Rendering): string {
  const { widget, theme, state, locale } = rendering;
  return [widget, sizeName(rendering), theme, stateName(state), locale].filter((part) => part !== null).join(
    " ",
  );
}

function withoutElement(rule: string, message: string): CardProblem {
  return { rule, severity: "error", message: shorten(message), element: null, pixels: null };
}

/** What is known of the place of an error that a card has thrown. */
function placeOf(source: ElementPlace["source"]): ElementPlace | null {
  return source === null ? null : { selector: "", text: "", component: null, source };
}

/** The first line. */
function shorten(message: string): string {
  return message.split("\n", 1)[0]!.slice(0, 300);
}

function formatElement({ selector, component, source }: ElementPlace): string {
  const place = source === null ? component : `${source.file}:${source.line}:${source.column}`;
  return [selector, place].filter((part) => part !== null && part !== "").join(", ");
}
