/**
 * The version of the kit: that of the npm package `@tck/kit`, of the bundler in it, and of the kit that a host serves. A
 * test compares it with the version of the packages.
 *
 * @example
 * ```ts
 * import { KIT_VERSION } from "@tck/tckb";
 * const [major, minor] = KIT_VERSION.split(".").map(Number);
 * ```
 */
export const KIT_VERSION = "0.1.0";

/**
 * Formats the kit line, the second line of `widget.mjs`, without its line feed. It names the kit that the bundle was built
 * for (decision 040). The first line stays as `formatStylesheetLine` writes it, which readers of all versions know.
 *
 * @param version such as `0.2.0`
 *
 * @example
 * ```ts
 * import { formatKitLine } from "@tck/tckb";
 * formatKitLine("0.2.0"); // "/*! @tck/kit 0.2.0 *\/"
 * ```
 */
export function formatKitLine(version: string): string {
  return `/*! @tck/kit ${version} */`;
}

const KIT_LINE = /^(?:\/\*! tckb [^\n]*\n)?\/\*! @tck\/kit (\d{1,9}\.\d{1,9}\.\d{1,9}) \*\/\n/;

/**
 * The version in the kit line of a module, or null when it has none: bundles of kit 0.1.0 and of other bundlers do not.
 *
 * @param module the text of `widget.mjs`, or its beginning
 *
 * @example
 * ```ts
 * import { parseKitLine } from "@tck/tckb";
 * parseKitLine("/*! @tck/kit 0.2.0 *\/\nexport default 1"); // "0.2.0"
 * parseKitLine("export default 1"); // null
 * ```
 */
export function parseKitLine(module: string): string | null {
  return KIT_LINE.exec(module)?.[1] ?? null;
}

/**
 * Whether a version is newer than another. Both consist of three numbers.
 *
 * @example
 * ```ts
 * import { isNewerVersion } from "@tck/tckb";
 * isNewerVersion("0.10.0", "0.2.0"); // true
 * isNewerVersion("0.2.0", "0.2.0"); // false
 * ```
 */
export function isNewerVersion(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split(".").map(Number));
  const index = left!.findIndex((part, index) => part !== right![index]);
  return index >= 0 && left![index]! > right![index]!;
}
