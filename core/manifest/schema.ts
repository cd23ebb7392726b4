import * as v from "valibot";
import { LIMITS, WIDGET_SIZES } from "../contract/mod.ts";
import { quote } from "../errors/mod.ts";
import { isTimestamp } from "../naming/mod.ts";
import { ACTION_HREF_PATTERN, isActionHref } from "./action_href.ts";
import { isLanguageTag } from "./language_tag.ts";
import type { WidgetManifest } from "./manifest.ts";

/**
 * The schema of a manifest: `parseManifest` runs it, and `manifest.schema.json` is generated from it.
 *
 * Its input has passed `findJsonFault`. The length of each list and dictionary is checked before its items, so that the
 * limits bound the number of issues.
 */

export const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const COLOR_PATTERN =
  /^(?:#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[A-Za-z]+|var\(--[A-Za-z0-9_-]+\)|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\([A-Za-z0-9#%.,/ +_()-]+\))$/;

const id = v.pipe(
  v.string(quoting("is not a string")),
  v.regex(
    ID_PATTERN,
    quoting(
      "is not 1 to 128 letters, digits, dots, hyphens and underscores that begin with a letter or digit",
    ),
  ),
);

/** The form of a tag, for readers of the JSON Schema. `Intl` also rejects a variant or an extension that is there twice. */
const LANGUAGE_TAG_PATTERN =
  "^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?" +
  "(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(?:-[0-9A-WYZa-wyz](?:-[A-Za-z0-9]{2,8})+)*(?:-[Xx](?:-[A-Za-z0-9]{1,8})+)?$";

const languageTag = v.pipe(
  text(LIMITS.languageTagLength),
  v.check(isLanguageTag, quoting("is not a BCP 47 language tag")),
  v.metadata({ pattern: LANGUAGE_TAG_PATTERN }),
);

const size = v.picklist(WIDGET_SIZES, quoting(`is not one of ${WIDGET_SIZES.join(", ")}`));

const sizes = v.pipe(
  list(size, WIDGET_SIZES.length),
  v.minLength(1, "is empty: declare at least one size"),
  v.check((all) => findTwice(all) === undefined, ({ input }) => `lists ${findTwice(input)} twice`),
  v.metadata({ uniqueItems: true }),
  v.description("The sizes it is designed for, columns × rows, the preferred one first"),
);

const state = v.pipe(
  v.custom<{ [key: string]: unknown }>(isObject, quoting("is not an object")),
  v.record(v.string(), v.any()),
);

const action = object({
  id: v.pipe(id, v.description("Unique among the widget's actions")),
  label: v.pipe(localizedText(LIMITS.labelLength), v.description("The button's label")),
  href: v.exactOptional(v.pipe(
    text(LIMITS.hrefLength),
    v.regex(ACTION_HREF_PATTERN, quoting("is neither an https: link nor a path that begins with one slash")),
    v.check(
      isActionHref,
      quoting("is neither an https: link without credentials nor a path of the same origin"),
    ),
    v.description("The link's target: https: or a path of the app, beginning with one slash"),
  )),
  variant: v.exactOptional(v.pipe(
    v.picklist(["primary", "secondary"], quoting("is neither primary nor secondary")),
    v.description("At most one action is primary; the default is secondary"),
  )),
  color: v.exactOptional(v.pipe(
    text(LIMITS.colorLength),
    v.regex(COLOR_PATTERN, quoting("is not a CSS colour")),
    v.description("A CSS colour for a primary action; ignored on a secondary one"),
  )),
  when: v.exactOptional(v.pipe(
    text(LIMITS.stateKeyLength + 1),
    v.regex(/^!?[^!]/, quoting("is not the key of a state")),
    v.description("The key of the state that the action depends on; with ! before it, the opposite"),
  )),
});

const actions = v.pipe(
  list(action, LIMITS.actions),
  v.check(
    (all) => findTwice(all.map((one) => one.id)) === undefined,
    ({ input }) => `has two actions with the id ${quote(findTwice(input.map((one) => one.id))!)}`,
  ),
  v.check(
    (all) => all.filter(isPrimary).length <= 1,
    ({ input }) =>
      `has more than one primary action: ${input.filter(isPrimary).map(({ id }) => quote(id)).join(", ")}`,
  ),
  v.description("The widget's own actions, in order; at most one is primary"),
);

const updatedAt = object({
  timestamp: v.pipe(
    v.string(quoting("is not a string")),
    v.check(isTimestamp, quoting("is not an RFC 3339 timestamp")),
    v.metadata({ format: "date-time" }),
    v.description("When the content was last updated, RFC 3339"),
  ),
  label: v.exactOptional(
    v.pipe(text(LIMITS.labelLength), v.description("Shown in place of the formatted time")),
  ),
});

const slots = object({
  actions: v.exactOptional(actions),
  updatedAt: v.exactOptional(v.nullable(updatedAt)),
});

export const manifestSchema = v.pipe(
  object({
    id: v.pipe(id, v.description("The author's name for the widget")),
    title: v.exactOptional(
      v.pipe(localizedText(LIMITS.titleLength), v.description("The card's accessible name")),
    ),
    description: v.exactOptional(
      v.pipe(
        localizedText(LIMITS.descriptionLength),
        v.description("One or two sentences about what the widget shows"),
      ),
    ),
    cardType: v.pipe(
      text(LIMITS.cardTypeLength),
      v.description("feed, or another type, which is treated as grid"),
    ),
    sizes,
    languages: v.exactOptional(
      v.pipe(
        list(languageTag, LIMITS.languages),
        v.description("The BCP 47 tags of its languages"),
      ),
    ),
    slots: v.exactOptional(v.pipe(slots, v.description("What the host draws around the widget"))),
    states: v.exactOptional(v.pipe(
      dictionary(text(LIMITS.stateNameLength), state, LIMITS.states),
      v.description("Named states, for preview and tests"),
    )),
    defaultState: v.exactOptional(
      v.pipe(state, v.description("The widget's state unless another is given")),
    ),
    schemaVersion: v.exactOptional(
      v.pipe(
        v.literal(1, quoting("is not 1")),
        v.description("Version of the state's structure: only 1 exists"),
      ),
    ),
  }),
  v.title("Widget manifest"),
  v.description("The metadata of a widget, stored in manifest.json. Unknown fields are kept"),
) satisfies v.GenericSchema<unknown, WidgetManifest>;

/** The names of the fields of each object of a manifest, apart from those of states and texts. */
export const FIELDS = {
  manifest: Object.keys(manifestSchema.pipe[0].pipe[1].entries),
  slots: Object.keys(slots.pipe[1].entries),
  action: Object.keys(action.pipe[1].entries),
  updatedAt: Object.keys(updatedAt.pipe[1].entries),
};

function isPrimary({ variant }: { readonly variant?: unknown }): boolean {
  return variant === "primary";
}

/** The first of some values that was there before. */
function findTwice<Value>(values: readonly Value[]): Value | undefined {
  return values.find((value, index) => values.indexOf(value) < index);
}

/** A text of 1 to `limit` UTF-16 units. */
function text(limit: number) {
  return v.pipe(
    v.string(quoting("is not a string")),
    v.minLength(1, "is empty"),
    v.maxLength(limit, (issue) => `has ${issue.input.length} characters, more than ${limit}`),
  );
}

/** One text, or one per language tag. */
function localizedText(limit: number) {
  const byLanguage = v.pipe(
    dictionary(languageTag, text(limit), LIMITS.languages),
    v.minEntries(1, "is empty"),
  );
  return v.union(
    [text(limit), byLanguage],
    quoting("is neither a string nor an object of strings by language tag"),
  );
}

/** An object with known fields, which the message names; others are kept. Valibot's object schemas accept arrays. */
function object<const Fields extends v.ObjectEntries>(fields: Fields) {
  const message = quoting(`is not an object with ${Object.keys(fields).join(", ")}`);
  const schema = v.looseObject(fields, message);
  return v.pipe(v.custom<v.InferInput<typeof schema>>(isObject, message), schema);
}

/** An array of at most `limit` items. */
function list<const Item extends v.GenericSchema>(item: Item, limit: number) {
  const isShort = v.custom<v.InferInput<Item>[]>(
    (input) => Array.isArray(input) && input.length <= limit,
    ({ input }) => {
      return Array.isArray(input)
        ? `has ${input.length} items, more than ${limit}`
        : quoting("is not an array")({ input });
    },
  );
  // `maxLength` is for the JSON Schema, which is generated from the last schema of a pipe and the actions after it.
  return v.pipe(isShort, v.array(item), v.maxLength(limit));
}

/** An object of at most `limit` entries, whose keys and values each have one schema. */
function dictionary<const Name extends v.GenericSchema<string, string>, const Value extends v.GenericSchema>(
  name: Name,
  value: Value,
  limit: number,
) {
  const schema = v.record(name, value);
  return v.pipe(
    v.custom<v.InferInput<typeof schema>>(
      (input) => findDictionaryFault(input, limit) === null,
      ({ input }) => {
        return findDictionaryFault(input, limit) ?? "";
      },
    ),
    schema,
    v.maxEntries(limit),
  );
}

/** Why a value is not a dictionary. Valibot's record skips `constructor` and `prototype`, so these keys are rejected. */
function findDictionaryFault(input: unknown, limit: number): string | null {
  if (!isObject(input)) return quoting("is not an object")({ input });
  const names = Object.keys(input);
  if (names.length > limit) return `has ${names.length} entries, more than ${limit}`;
  const reserved = names.find((name) => name === "constructor" || name === "prototype");
  return reserved === undefined ? null : `has the reserved key ${quote(reserved)}`;
}

export function isObject(input: unknown): input is { [key: string]: unknown } {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

/** A message that quotes the invalid value. JSON has no `undefined`, so it means a missing field. */
export function quoting(what: string): (issue: { input: unknown }) => string {
  return ({ input }) => input === undefined ? "is missing" : `${show(input)} ${what}`;
}

function show(input: unknown): string {
  if (typeof input === "string") return quote(input);
  if (Array.isArray(input)) return "an array";
  return typeof input === "object" && input !== null ? "an object" : String(input);
}
