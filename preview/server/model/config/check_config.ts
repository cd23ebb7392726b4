import * as v from "valibot";
import { quote } from "../../../../core/errors/mod.ts";
import {
  InvalidManifestError,
  isLanguageTag,
  parseManifest,
  type SlotAction,
} from "../../../../core/manifest/mod.ts";
import { formatIssue, formatUnknownField } from "./config_issue.ts";
import type { PlaceFinder } from "./config_places.ts";
import { PreviewConfigError } from "./errors.ts";
import type { PreviewConfig, PreviewHostContext } from "./preview_config.ts";

/** How many issues one message lists. */
const MAX_LISTED_ISSUES = 5;

// The message of each schema is what it expects: see `formatIssue`.
const string = v.string("a string");
const nonEmptyString = v.pipe(v.string("a non-empty string"), v.nonEmpty("a non-empty string"));
const number = v.number("a number");
const func = v.function("a function");
const array = <const Schema extends v.GenericSchema>(item: Schema) => v.array(item, "an array");

/** An object whose fields are optional and that has no others. */
function fields(entries: v.ObjectEntries): v.GenericSchema {
  const optional = Object.entries(entries).map(([name, schema]) => [name, v.optional(schema)]);
  return v.pipe(
    v.custom<object>(isObject, "an object"),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const [key, value] of Object.entries(dataset.value)) {
        if (Object.hasOwn(entries, key)) continue;
        const path = { type: "object", origin: "key", input: dataset.value as never, key, value } as const;
        addIssue({ expected: "never", message: formatUnknownField(key, Object.keys(entries)), path: [path] });
      }
    }),
    v.looseObject(Object.fromEntries(optional) as v.ObjectEntries),
  );
}

/** One schema for values of one kind, and another, whose issues are reported, for all others. */
function either(accepts: (value: unknown) => boolean, otherwise: v.GenericSchema): v.GenericSchema {
  return v.lazy((value) => accepts(value) ? v.unknown() : otherwise);
}

/** A rule about several fields of an object; its message is the whole problem. */
function rule<Value>(holds: (value: Value) => boolean, message: string) {
  return v.check<unknown, string>((value) => holds(value as Value), `: ${message}`);
}

const LANGUAGE_TAG = `a language tag such as "de-AT"`;
const languageTag = v.pipe(v.string(LANGUAGE_TAG), v.check(isLanguageTag, LANGUAGE_TAG));

const locale = v.lazy((value) =>
  typeof value === "string" ? languageTag : v.array(languageTag, "a language tag, or an array of them")
);

const TIME_ZONE = `a time zone such as "Europe/Berlin"`;
const timeZone = v.pipe(v.string(TIME_ZONE), v.check(isTimeZone, TIME_ZONE));

const label = either(
  (value) => typeof value === "string" && value !== "",
  v.pipe(
    v.custom<object>(isObject, "a text, or texts by language"),
    v.record(v.string(), nonEmptyString),
    v.minEntries(1, ": has no text"),
  ),
);

const action = v.pipe(
  fields({
    id: nonEmptyString,
    label,
    href: nonEmptyString,
    variant: v.picklist(["primary", "secondary"], `"primary" or "secondary"`),
    color: nonEmptyString,
    when: nonEmptyString,
  }),
  rule(({ id }: { id?: unknown }) => id !== undefined, "has no id"),
  rule(({ label }: { label?: unknown }) => label !== undefined, "has no label"),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const message of listActionFaults(dataset.value)) addIssue({ message: `: ${message}` });
  }),
);

const actions = v.pipe(
  array(action),
  v.check(
    (all) => findRepeatedId(all as SlotAction[]) === undefined,
    ({ input }) => `: has two actions with the id ${JSON.stringify(findRepeatedId(input as SlotAction[]))}`,
  ),
);

function findRepeatedId(all: readonly SlotAction[]): string | undefined {
  return all.find(({ id }, index) => all.findIndex((one) => one.id === id) < index)?.id;
}

const updatedAt = v.pipe(
  fields({ timestamp: string, label: string }),
  rule(({ timestamp }: { timestamp?: unknown }) => timestamp !== undefined, "has no timestamp"),
);

const slotValues = fields({ actions, updatedAt: either((value) => value === null, updatedAt) });

const context = fields({ slotValues, locale, timeZone });

type Globs = { glob?: unknown; globs?: unknown };

const source = v.pipe(
  fields({
    glob: nonEmptyString,
    globs: v.pipe(array(nonEmptyString), v.minLength(1, ": is empty: give at least one glob")),
    group: either(isFunction, v.picklist(["dir", "single"], `"dir", "single" or a function`)),
    id: nonEmptyString,
    label: either(isFunction, nonEmptyString),
    order: either(isFunction, number),
    notes: either(isFunction, string),
    context: either(isFunction, context),
  }),
  rule(
    ({ glob, globs }: Globs) => glob === undefined || globs === undefined,
    "has both glob and globs: give one of them",
  ),
  rule(
    ({ glob, globs }: Globs) => glob !== undefined || globs !== undefined,
    "has neither glob nor globs: give one of them",
  ),
);

const bundledEntries = array(
  either(
    (value) => typeof value === "string" && value !== "",
    v.pipe(
      fields({ glob: nonEmptyString, label: nonEmptyString }),
      rule(({ glob }: Globs) => glob !== undefined, "has no glob"),
    ),
  ),
);

const config = fields({
  scan: fields({ bundled: bundledEntries }),
  canvas: fields({ feeds: array(source), grids: array(source) }),
  viteFinal: func,
  watchGlobs: bundledEntries,
  bundledLocations: bundledEntries,
  unbundledLocations: v.unknown(),
});

/**
 * Checks every field of a configuration (preview specification, §2).
 *
 * @param origin Names the configuration in the message: its file's name
 * @param place Finds where a value of the configuration is written, by its path
 * @returns the same value
 * @throws {PreviewConfigError} `config.invalid` with what is wrong and where
 */
export function checkConfig(value: unknown, origin: string, place?: PlaceFinder): PreviewConfig {
  const { issues } = v.safeParse(config, value);
  if (issues === undefined) return value as PreviewConfig;
  const message = `Cannot use configuration ${quote(origin)}: ${joinIssues(issues)}`;
  const faults = place === undefined ? [] : issues.map((issue) => ({
    message: formatIssue(issue),
    ...place((issue.path ?? []).map(({ key }) => key)),
  }));
  throw new PreviewConfigError("config.invalid", message, { faults });
}

/**
 * Checks what a function of the configuration returned as a context, by the rules for a static one.
 *
 * @returns the same value
 * @throws {PreviewConfigError} `config.invalid` with what is wrong and where
 */
export function checkContext(value: unknown): PreviewHostContext {
  const { issues } = v.safeParse(context, value);
  if (issues === undefined) return value as PreviewHostContext;
  throw new PreviewConfigError("config.invalid", joinIssues(issues));
}

/** What is wrong and where, in one text. */
function joinIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  const listed = issues.slice(0, MAX_LISTED_ISSUES).map(formatIssue).join("; ");
  return issues.length > MAX_LISTED_ISSUES
    ? `${listed} (and ${issues.length - MAX_LISTED_ISSUES} more)`
    : listed;
}

/** What the rules of a manifest's actions say about an action, whose fields have the right types. */
function listActionFaults(action: unknown): string[] {
  const slots = { actions: [JSON.parse(JSON.stringify(action))] };
  try {
    parseManifest({ id: "context", cardType: "feed", sizes: ["1x1"], slots });
    return [];
  } catch (error) {
    if (!(error instanceof InvalidManifestError)) throw error;
    const root = "manifest.slots.actions[0].";
    return error.issues.map(({ path, message }) => `has an invalid ${path.slice(root.length)}: ${message}`);
  }
}

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false; // RangeError: not a time zone
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
