import { LIMITS } from "../contract/mod.ts";
import { InvalidNameError } from "./errors.ts";

/** Why the scanner passes over a file, as it is logged (lifecycle specification, §6). */
export type BundleNameWarning = "bundle_missing_prefix" | "bundle_malformed_name";

/** What a bundle's file name says, or the warning to log when it is not one. */
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
const SLUG = /^[a-z][a-z0-9-]*$/;

/**
 * Reads a bundle's file name, `<NNN>_<slug>.tckb` (lifecycle specification, phase A and B.1).
 *
 * A name that does not begin with exactly three ASCII digits and an underscore is `bundle_missing_prefix`: so
 * `weather.tckb`, `001-a.tckb` and `1000_a.tckb`. Every other fault is `bundle_malformed_name`: so `000_a.tckb` (the
 * numbers run from 001), `001_A.tckb`, `001_a.TCKB`, and a name of more than 255 characters.
 *
 * @param fileName The file's name without any folder
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

/**
 * The file name of a bundle, `<NNN>_<slug>.tckb` (lifecycle specification, phase A).
 *
 * @param position The authoring order, 1 to 999
 * @param slug Lower-case letters, digits and hyphens, beginning with a letter
 * @throws {InvalidNameError} `name.bundle_file` when either is not that, or the name would pass 255 characters
 *
 * @example
 * ```ts
 * import { formatBundleFileName } from "@tck/tckb";
 * formatBundleFileName(1, "weather"); // "001_weather.tckb"
 * ```
 */
export function formatBundleFileName(position: number, slug: string): string {
  if (!Number.isInteger(position) || position < 1 || position > LIMITS.batchWidgets) {
    throw new InvalidNameError(
      "name.bundle_file",
      String(position),
      "the position is not a whole number from 1 to 999",
    );
  }
  const fileName = `${String(position).padStart(3, "0")}_${slug}${EXTENSION}`;
  if (fileName.length > LIMITS.bundleFileNameLength) {
    throw new InvalidNameError(
      "name.bundle_file",
      fileName,
      `it is longer than ${LIMITS.bundleFileNameLength} characters`,
    );
  }
  if (!SLUG.test(slug)) {
    throw new InvalidNameError("name.bundle_file", fileName, "the slug does not match ^[a-z][a-z0-9-]*$");
  }
  return fileName;
}
