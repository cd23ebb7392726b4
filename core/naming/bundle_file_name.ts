import { LIMITS } from "../contract/mod.ts";

/** Why the scanner skips a file, as it is logged (lifecycle specification, §6). */
export type BundleNameWarning = "bundle_missing_prefix" | "bundle_malformed_name";

/** A parsed file name of a bundle, or the warning to log when it is invalid. */
export type BundleFileName =
  | {
    readonly ok: true;
    /** The authoring order, 1 to 999. */
    readonly position: number;
    /** The part after the prefix: `weather`. */
    readonly slug: string;
    /** The file name without its extension: `001_weather`. */
    readonly name: string;
  }
  | { readonly ok: false; readonly warning: BundleNameWarning };

const EXTENSION = ".tckb";
const PREFIX = /^[0-9]{3}_/;
const PATTERN = /^([0-9]{3})_([a-z][a-z0-9-]*)\.tckb$/;

/**
 * Parses the file name of a bundle, `<NNN>_<slug>.tckb` (lifecycle specification, phase A and B.1).
 *
 * A name that does not begin with exactly three ASCII digits and an underscore is `bundle_missing_prefix`, such as
 * `weather.tckb`, `001-a.tckb` and `1000_a.tckb`. Any other fault is `bundle_malformed_name`, such as `000_a.tckb` (the
 * numbers start at 001), `001_A.tckb`, `001_a.TCKB`, and a name of more than 255 characters.
 *
 * @param fileName The file's name without a folder
 *
 * @example
 * ```ts
 * import { parseBundleFileName } from "@tck/tckb";
 * parseBundleFileName("001_weather.tckb"); // { ok: true, position: 1, slug: "weather", name: "001_weather" }
 * parseBundleFileName("weather.tckb"); // { ok: false, warning: "bundle_missing_prefix" }
 * ```
 */
export function parseBundleFileName(fileName: string): BundleFileName {
  if (!PREFIX.test(fileName)) return { ok: false, warning: "bundle_missing_prefix" };
  if (fileName.length > LIMITS.bundleFileNameLength) return { ok: false, warning: "bundle_malformed_name" };
  const [, digits, slug] = PATTERN.exec(fileName) ?? [];
  const position = Number(digits);
  if (slug === undefined || position === 0) return { ok: false, warning: "bundle_malformed_name" };
  return { ok: true, position, slug, name: fileName.slice(0, -EXTENSION.length) };
}
