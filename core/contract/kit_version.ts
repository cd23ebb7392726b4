import { VERSION } from "./version.ts";

/**
 * The version of the kit: that of the npm package `@tck/kit`, of the bundler in it, and of the kit that a host serves.
 */
export const KIT_VERSION: string = VERSION;

/**
 * Formats the kit line, the second line of `widget.mjs`, without its line feed. It names the kit that the bundle was built
 * for (decision 040). The first line stays as `formatStylesheetLine` writes it, which readers of all versions know.
 *
 * @param version such as `0.2.0`
 */
export function formatKitLine(version: string): string {
  return `/*! @tck/kit ${version} */`;
}

const KIT_LINE = /^(?:\/\*! tckb [^\n]*\n)?\/\*! @tck\/kit (\d{1,9}\.\d{1,9}\.\d{1,9}) \*\/\n/;

/**
 * The version in the kit line of a module, or null when it has none, as in bundles of other bundlers.
 *
 * @param module the text of `widget.mjs`, or its beginning
 */
export function parseKitLine(module: string): string | null {
  return KIT_LINE.exec(module)?.[1] ?? null;
}

/** Whether a version is newer than another. Both consist of three numbers. */
export function isNewerVersion(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split(".").map(Number));
  const index = left!.findIndex((part, index) => part !== right![index]);
  return index >= 0 && left![index]! > right![index]!;
}
