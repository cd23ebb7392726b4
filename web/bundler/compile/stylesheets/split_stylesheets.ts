import { type Selector, transform } from "lightningcss";
import { isHostToken } from "../../../../core/contract/mod.ts";
import { rewriteRootSelector, RootSelectorError } from "./root_selectors.ts";
import { checkStylesheetLimits } from "./stylesheet_limits.ts";

/** A widget's CSS in two parts. */
export interface Stylesheets {
  /** What the shadow root adopts. */
  css: string;
  /** The `@property` rules, which have an effect in the document's head only. */
  propertiesCss: string;
}

/**
 * Makes a widget's bundled CSS fit for a shadow root (lifecycle specification, D.5): `@property` rules, which a browser
 * ignores there, are lifted out, and `:root`, `html` and `body`, which match nothing there, become `:host`. The rest is
 * returned minified, and the same for the same input. It may run in a process that must not end: CSS that could overflow
 * the native parser's stack is rejected before.
 *
 * @throws {SyntaxError} when the CSS cannot be parsed; `loc` holds line and column, both from 1
 */
export function splitStylesheets(source: string): Stylesheets {
  if (source.trim() === "") return { css: "", propertiesCss: "" };
  checkStylesheetLimits(source);
  return {
    css: withoutProperties(source),
    propertiesCss: mayHold(source, /@property/i) ? onlyProperties(source) : "",
  };
}

/** A rule without effect in a widget, or with an effect outside it. */
export interface StylesheetFault {
  code:
    | "stylesheet.root_selector"
    | "stylesheet.page_selector"
    | "stylesheet.font_face"
    | "stylesheet.host_token";
  /** One-based. */
  line: number;
  /** One-based, in UTF-16 units. */
  column: number;
  message: string;
}

/**
 * Finds the rules of one source file with `:root`, `html` or `body`, those for fonts, which a browser ignores in a shadow
 * root, and those that would register one of the host's tokens for the whole page.
 */
export function findStylesheetFaults(source: string): StylesheetFault[] {
  if (!mayHold(source, FAULT_WORDS)) return [];
  const faults: StylesheetFault[] = [];
  const add = (code: StylesheetFault["code"], { line, column }: Place, message: string) => {
    faults.push({ code, line: line + 1, column, message });
  };
  try {
    print(source, {
      Rule: {
        style({ value: { selectors, loc } }: StyleRule) {
          const message = findFault(selectors);
          if (message) add("stylesheet.root_selector", loc, message);
          else if (selectors.some((selector) => rewriteRootSelector(selector) !== selector)) {
            add(
              "stylesheet.page_selector",
              loc,
              ":root, html and body are outside the card: this rule is read as one of :host",
            );
          }
        },
        "font-face"({ value: { loc } }: { value: { loc: Place } }) {
          add(
            "stylesheet.font_face",
            loc,
            "@font-face has no effect in a widget, whose styles are in a shadow root",
          );
        },
        property({ value: { name, loc } }: { value: { name: string; loc: Place } }) {
          if (!isHostToken(name)) return;
          const message =
            `@property ${name} would change the host's token for the whole page, which a widget must not`;
          add("stylesheet.host_token", loc, message);
        },
      },
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error; // esbuild rejects invalid CSS, with a better place.
  }
  return faults;
}

/** A line from zero, a column from one. */
interface Place {
  line: number;
  column: number;
}

/** As words: not `tbody`, and neither classes nor ids of these names. */
const ROOT_WORDS = /(?<![\w.#]|[\u0080-\uFFFF])(?:root|html|body)(?![\w-]|[\u0080-\uFFFF])/i;

const FAULT_WORDS = new RegExp(`${ROOT_WORDS.source}|font-face|@property`, "i");

/** Whether any word of a stylesheet may be one of these; each word may be written with escapes. */
function mayHold(source: string, words: RegExp): boolean {
  return words.test(source) || source.includes("\\");
}

interface StyleRule {
  value: { selectors: Selector[]; loc: Place };
}

function withoutProperties(source: string): string {
  const removal = { Rule: { property: () => [] } };
  if (!mayHold(source, ROOT_WORDS)) return print(source, mayHold(source, /@property/i) ? removal : undefined);
  return print(source, {
    ...removal,
    Selector(selector: Selector) {
      if (findFault([selector])) return;
      const rewritten = rewriteRootSelector(selector);
      // A selector that is returned is printed again: the others stay as they are.
      return rewritten === selector ? undefined : rewritten;
    },
  });
}

function findFault(selectors: readonly Selector[]): string | null {
  try {
    selectors.forEach(rewriteRootSelector);
    return null;
  } catch (error) {
    if (error instanceof RootSelectorError) return error.message;
    throw error;
  }
}

/** Everything but the `@property` rules is dropped; those inside `@media` and `@layer` are lifted with the rest. */
function onlyProperties(source: string): string {
  const lifted: unknown[] = [];
  print(source, {
    Rule: {
      property(rule: { value: { initialValue?: unknown } }) {
        // A rule without an initial value comes with null, which the printer rejects.
        if (rule.value.initialValue === null) delete rule.value.initialValue;
        lifted.push(rule);
        return [];
      },
    },
  });
  if (lifted.length === 0) return "";
  return print("", { StyleSheetExit: (sheet: { rules: unknown[] }) => ({ ...sheet, rules: lifted }) });
}

function print(source: string, visitor?: unknown): string {
  const { code } = transform({
    filename: "widget.css",
    code: new TextEncoder().encode(source),
    minify: true,
    ...(visitor !== undefined && { visitor: visitor as never }),
  });
  return new TextDecoder().decode(code);
}
