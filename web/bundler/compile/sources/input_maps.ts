/**
 * Texts for esbuild that refer to no source map. It would read the map that a text names, and every file that the map names,
 * past all plugins, and write their texts into the widget's own map. A map says nothing that a build needs: places are those
 * of the text that was built.
 */

/** Of several such comments esbuild uses the last one, and a map without mappings like none. */
const NO_MAP = "\n//# sourceMappingURL=data:application/json,{}";

/** The line that {@link withoutScriptMap} adds. */
export const ADDED_LINE: string = NO_MAP.slice(1);

/** A script that refers to no source map, with the same lines. */
export function withoutScriptMap(text: string): string {
  return text + NO_MAP;
}

/**
 * A stylesheet that refers to no source map. In a stylesheet, an appended comment could be inside of one that does not end,
 * so that each is changed where it begins.
 */
export function withoutStylesheetMap(text: string): string {
  return text.replaceAll(/(\/\*)[#@](?=\s*sourceMappingURL)/g, "$1 ");
}
