import { transform } from "lightningcss";

/** A widget's CSS, taken apart. */
export interface Stylesheets {
  /** What the shadow root adopts. */
  css: string;
  /** The `@property` rules, which work in the document's head only. */
  propertiesCss: string;
}

/**
 * Lifts the `@property` rules out of a widget's bundled CSS: inside a shadow root's sheet a browser ignores them
 * (lifecycle specification, D.5). The rest is returned minified, and the same for the same input.
 *
 * @throws {SyntaxError} when the CSS cannot be parsed; `loc` holds line and column, both from 1
 */
export function splitStylesheets(source: string): Stylesheets {
  if (source.trim() === "") return { css: "", propertiesCss: "" };
  return { css: withoutProperties(source), propertiesCss: onlyProperties(source) };
}

function withoutProperties(source: string): string {
  return print(source, { Rule: { property: () => [] } });
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
