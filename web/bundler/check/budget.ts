import { LIMITS } from "../../../core/contract/mod.ts";
import type { CompiledWidget } from "../compile/mod.ts";
import { type Diagnostic, inFile } from "../diagnostic.ts";

/** How many of the largest files a message lists. */
const MAX_LISTED_FILES = 3;

/**
 * Finds that a widget's module and stylesheets together are larger than `LIMITS.widgetBytes`, and lists what takes most.
 *
 * @param size the sum of both, in bytes
 */
export function findOversize({ source, shares }: CompiledWidget, size: number): Diagnostic[] {
  if (size <= LIMITS.widgetBytes) return [];
  const largest = Object.entries(shares).sort(([, a], [, b]) => b - a).slice(0, MAX_LISTED_FILES);
  const list = largest.map(([file, bytes]) => `${file} (${kibibytes(bytes)} KiB)`).join(", ");
  return [{
    code: "bundle.too_large",
    widget: source.name,
    ...inFile(source.file),
    message: `module and stylesheets have ${kibibytes(size)} KiB, at most ${
      kibibytes(LIMITS.widgetBytes)
    } are allowed; the largest parts are ${list}`,
    hint: "Leave out what the card does not show: fewer packages, images as SVG or smaller",
  }];
}

function kibibytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
