import { quote } from "../../../core/errors/mod.ts";
import { PreviewConfigError } from "./errors.ts";
import {
  arrayOf,
  type Check,
  either,
  expect,
  type Fields,
  isFunction,
  isObject,
  isText,
  objectOf,
} from "./field_checks.ts";
import type { PreviewConfig } from "./preview_config.ts";

/** How many faults one message names. */
const NAMED_FAULTS = 5;

const text = expect("a text", isText);
const anyText = expect("a text", (value) => typeof value === "string");
const viteFinal = expect("a function", isFunction);
const number = expect("a number", (value) => typeof value === "number" && !Number.isNaN(value));
const locale = either(isText, arrayOf(text));

const slotValues = objectOf({
  actions: arrayOf(expect("an object", isObject)),
  updatedAt: either((value) => value === null, objectOf({ timestamp: anyText, label: anyText })),
});

const context = objectOf({ slotValues, locale, timeZone: text });

const SOURCE_FIELDS: Fields = {
  glob: text,
  globs: arrayOf(text),
  group: expect(
    `"dir", "single" or a function`,
    (value) => value === "dir" || value === "single" || isFunction(value),
  ),
  id: text,
  label: either(isFunction, text),
  order: either(isFunction, number),
  notes: either(isFunction, anyText),
  context: either(isFunction, context),
};

const source: Check = (value, path, faults) => {
  objectOf(SOURCE_FIELDS)(value, path, faults);
  if (!isObject(value)) return;
  const { glob, globs } = value;
  if (glob !== undefined && globs !== undefined) {
    faults.push(`${path} has both glob and globs: give one of them`);
  }
  if (glob === undefined && globs === undefined) {
    faults.push(`${path} has neither glob nor globs: give one of them`);
  }
  if (Array.isArray(globs) && globs.length === 0) {
    faults.push(`${path}.globs is empty: give at least one glob`);
  }
};

const bundledEntries = arrayOf(either(isText, (value, path, faults) => {
  objectOf({ glob: text, label: text })(value, path, faults);
  if (isObject(value) && value["glob"] === undefined) faults.push(`${path} has no glob`);
}));

const CONFIG_FIELDS: Fields = {
  scan: objectOf({ bundled: bundledEntries }),
  canvas: objectOf({ feeds: arrayOf(source), grids: arrayOf(source) }),
  viteFinal,
  watchGlobs: bundledEntries,
  bundledLocations: bundledEntries,
  unbundledLocations: () => {},
};

/**
 * Checks every field of a configuration (preview specification, §2).
 *
 * @param origin What the configuration is called in the message: its file's name
 * @returns the very value
 * @throws {PreviewConfigError} `config.invalid` with what is wrong and where
 */
export function checkConfig(value: unknown, origin: string): PreviewConfig {
  const faults: string[] = [];
  objectOf(CONFIG_FIELDS)(value, "", faults);
  if (faults.length === 0) return value as PreviewConfig;
  const named = faults.slice(0, NAMED_FAULTS).join("; ");
  const more = faults.length > NAMED_FAULTS ? ` (and ${faults.length - NAMED_FAULTS} more)` : "";
  throw new PreviewConfigError(
    "config.invalid",
    `Cannot use configuration ${quote(origin)}: ${named}${more}`,
  );
}
