import { type Selector, transform } from "lightningcss";
import { rewriteRootSelector, RootSelectorError } from "./root_selectors.ts";

/** A widget's CSS, taken apart. */
export interface Stylesheets {
  /** What the shadow root adopts. */
  css: string;
  /** The `@property` rules, which work in the document's head only. */
  propertiesCss: string;
}

/**
 * Makes a widget's bundled CSS fit for a shadow root (lifecycle specification, D.5): `@property` rules, which a browser
 * ignores there, are lifted out, and `:root`, `html` and `body`, which match nothing there, become `:host`. The rest is
 * returned minified, and the same for the same input.
 *
 * @throws {SyntaxError} when the CSS cannot be parsed; `loc` holds line and column, both from 1
 */
export function splitStylesheets(source: string): Stylesheets {
  if (source.trim() === "") return { css: "", propertiesCss: "" };
  return { css: withoutProperties(source), propertiesCss: onlyProperties(source) };
}

/** A rule whose selector could never match in a widget. */
export interface SelectorFault {
  /** One-based. */
  line: number;
  /** One-based, in UTF-16 units. */
  column: number;
  message: string;
}

/** Finds the rules of one source file that name `:root`, `html` or `body` where `:host` cannot stand for it. */
export function findSelectorFaults(source: string): SelectorFault[] {
  if (!/root|html|body/i.test(source)) return [];
  const faults: SelectorFault[] = [];
  try {
    print(source, {
      Rule: {
        style({ value: { selectors, loc } }: StyleRule) {
          const message = findFault(selectors);
          if (message) faults.push({ line: loc.line + 1, column: loc.column, message });
        },
      },
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error; // CSS that is none is the bundler's own to refuse.
  }
  return faults;
}

interface StyleRule {
  value: { selectors: Selector[]; loc: { line: number; column: number } };
}

function withoutProperties(source: string): string {
  return print(source, {
    Rule: { property: () => [] },
    Selector(selector: Selector) {
      if (findFault([selector])) return;
      const rewritten = rewriteRootSelector(selector);
      // A selector that is handed back is printed anew: those of no concern stay as they are.
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
        // A rule without an initial value is handed over with null, which the printer refuses.
        if (rule.value.initialValue === null) delete rule.value.initialValue;
        lifted.push(rule);
        return [];
      },
    },
  });
  if (lifted.length === 0) return "";
  return print("", { StyleSheetExit: (sheet: { rules: unknown[] }) => ({ ...sheet, rules: lifted }) });
}

function print(source: string, visitor: unknown): string {
  const { code } = transform({
    filename: "widget.css",
    code: new TextEncoder().encode(source),
    minify: true,
    visitor: visitor as never,
  });
  return new TextDecoder().decode(code);
}
