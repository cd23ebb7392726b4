import assert from "node:assert/strict";
import fc from "fast-check";
import { WIDGET_SIZES } from "../../../core/contract/mod.ts";
import {
  InvalidManifestError,
  type ManifestIssue,
  parseManifest,
  serialiseManifest,
  type WidgetManifest,
} from "../../../core/manifest/mod.ts";

const SMALLEST = { id: "weather", cardType: "feed", sizes: ["fill-auto"] } satisfies WidgetManifest;

const FULL = {
  id: "weather.v2_a-b",
  title: { en: "Weather", "de-CH": "Wetter" },
  description: "The next hours.",
  cardType: "kiosk",
  sizes: ["4x2", "2x2", "fill-auto"],
  languages: ["en", "de-CH", "zh-Hant"],
  slots: {
    actions: [
      {
        id: "open",
        label: { en: "Open" },
        href: "https://example.org/a?b#c",
        variant: "primary",
        color: "#0a7",
      },
      { id: "more", label: "More", href: "/feed/x?y=z", variant: "secondary" },
    ],
    updatedAt: { timestamp: "2026-03-01T06:00:00+01:00", label: "This morning" },
  },
  states: { rain: { millimetres: [0.5, 1] }, "no data": {} },
  defaultState: { city: "Bern", nested: { deep: [null, true] } },
  schemaVersion: 1,
} satisfies WidgetManifest;

function issuesOf(value: unknown): readonly ManifestIssue[] {
  try {
    parseManifest(value);
  } catch (error) {
    assert.ok(error instanceof InvalidManifestError);
    return error.issues;
  }
  return [];
}

function pathsOf(value: unknown): string[] {
  return issuesOf(value).map((issue) => issue.path);
}

Deno.test("a manifest is returned unchanged, with unknown fields", () => {
  for (
    const manifest of [SMALLEST, FULL, {
      ...SMALLEST,
      x: { constructor: 1 },
      constructor: "own",
      prototype: null,
    }]
  ) {
    const before = JSON.stringify(manifest);
    assert.equal(parseManifest(manifest), manifest);
    assert.equal(JSON.stringify(manifest), before);
  }
});

Deno.test("an error has the manifest's id, the path and the invalid value", () => {
  assert.throws(() => parseManifest({ ...SMALLEST, sizes: ["1x1", "3x3"] }), {
    name: "InvalidManifestError",
    message:
      'Cannot accept manifest "weather": manifest.sizes[1]: "3x3" is not one of 1x1, 2x1, 2x2, 4x1, 4x2, 4x4, fill-auto',
    issues: [{
      path: "manifest.sizes[1]",
      message: '"3x3" is not one of 1x1, 2x1, 2x2, 4x1, 4x2, 4x4, fill-auto',
    }],
  });
});

Deno.test("every invalid field is reported, the first in the message", () => {
  const error = assertInvalid({ id: 4, cardType: "", languages: ["en_US"] });
  assert.equal(error.message, "Cannot accept manifest: manifest.id: 4 is not a string (and 3 more)");
  assert.deepEqual(error.issues, [
    { path: "manifest.id", message: "4 is not a string" },
    { path: "manifest.cardType", message: "is empty" },
    { path: "manifest.sizes", message: "is missing" },
    { path: "manifest.languages[0]", message: '"en_US" is not a BCP 47 language tag' },
  ]);
});

function assertInvalid(value: unknown): InvalidManifestError {
  try {
    parseManifest(value);
  } catch (error) {
    assert.ok(error instanceof InvalidManifestError);
    return error;
  }
  assert.fail("the manifest was accepted");
}

for (
  const [what, value] of [
    ["null", null],
    ["a text", "manifest"],
    ["a number", 1],
    ["an array", []],
    ["undefined", undefined],
    ["a function", () => SMALLEST],
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["an object that inherits its fields", Object.create(SMALLEST)],
  ] as const
) {
  Deno.test("what is not an object is rejected with the names of the fields that are expected", () => {
    const slots = { updatedAt: "2026-03-04T06:00:00Z", actions: ["Open"] };
    assert.deepEqual(issuesOf({ ...SMALLEST, slots }), [
      {
        path: "manifest.slots.actions[0]",
        message: '"Open" is not an object with id, label, href, variant, color, when',
      },
      {
        path: "manifest.slots.updatedAt",
        message: '"2026-03-04T06:00:00Z" is not an object with timestamp, label',
      },
    ]);
  });

  Deno.test(`${what} is not a manifest`, () => {
    assert.deepEqual(pathsOf(value), ["manifest"]);
  });
}

const WRONG: [what: string, change: { [field: string]: unknown }, path: string][] = [
  ["an id that leaves its folder", { id: "../x" }, "manifest.id"],
  ["an id that begins with a dot", { id: ".x" }, "manifest.id"],
  ["an id with a line feed", { id: "x\n" }, "manifest.id"],
  ["an empty id", { id: "" }, "manifest.id"],
  ["an id of 129 characters", { id: "a".repeat(129) }, "manifest.id"],
  ["an id of a megabyte", { id: "a".repeat(1_000_000) }, "manifest.id"],
  ["an empty title", { title: "" }, "manifest.title"],
  ["a title that is an array", { title: ["en"] }, "manifest.title"],
  ["a title in no language", { title: {} }, "manifest.title"],
  ["a title with an invalid tag", { title: { "en_US": "x" } }, "manifest.title.en_US"],
  ["a title that is a number in one language", { title: { en: "x", "de-CH": 1 } }, 'manifest.title["de-CH"]'],
  ["a title of 201 characters", { title: "x".repeat(201) }, "manifest.title"],
  ["a title under constructor", { title: { constructor: "x" } }, "manifest.title"],
  ["a description of a megabyte", { description: { en: "x".repeat(1_000_000) } }, "manifest.description.en"],
  ["an empty card type", { cardType: "" }, "manifest.cardType"],
  ["a card type that is a number", { cardType: 1 }, "manifest.cardType"],
  ["sizes that are a text", { sizes: "fill-auto" }, "manifest.sizes"],
  ["sizes that are an object", { sizes: { 0: "1x1", length: 1 } }, "manifest.sizes"],
  ["no sizes", { sizes: [] }, "manifest.sizes"],
  ["a size twice", { sizes: ["1x1", "2x2", "1x1"] }, "manifest.sizes"],
  ["the legacy size", { sizes: ["auto"] }, "manifest.sizes[0]"],
  ["a size that is a number", { sizes: [1] }, "manifest.sizes[0]"],
  ["more sizes than there are", { sizes: [...WIDGET_SIZES, "1x1"] }, "manifest.sizes"],
  ["a language that is not a tag", { languages: ["en", "x_y"] }, "manifest.languages[1]"],
  ["a language list of a megabyte", { languages: Array(500_000).fill("e") }, "manifest.languages"],
  ["a language tag of a megabyte", { languages: ["en-".repeat(300_000)] }, "manifest.languages[0]"],
  ["states that are an array", { states: [] }, "manifest.states"],
  ["a state that is an array", { states: { a: [] } }, "manifest.states.a"],
  ["a state that is null", { states: { "two words": null } }, 'manifest.states["two words"]'],
  ["a state of no name", { states: { "": {} } }, 'manifest.states[""]'],
  ["a state named constructor", { states: { constructor: {} } }, "manifest.states"],
  [
    "65 states",
    { states: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [n, {}])) },
    "manifest.states",
  ],
  ["a default state that is an array", { defaultState: [] }, "manifest.defaultState"],
  ["a default state that is null", { defaultState: null }, "manifest.defaultState"],
  ["schema version 2", { schemaVersion: 2 }, "manifest.schemaVersion"],
  ['schema version "1"', { schemaVersion: "1" }, "manifest.schemaVersion"],
  ["slots that are an array", { slots: [] }, "manifest.slots"],
  ["actions that are an object", { slots: { actions: {} } }, "manifest.slots.actions"],
  [
    "an update time that is a text",
    { slots: { updatedAt: "2026-03-01T06:00:00Z" } },
    "manifest.slots.updatedAt",
  ],
  [
    "an update time of no day",
    { slots: { updatedAt: { timestamp: "2026-02-30T06:00:00Z" } } },
    "manifest.slots.updatedAt.timestamp",
  ],
  [
    "an update time without a zone",
    { slots: { updatedAt: { timestamp: "2026-03-01T06:00:00" } } },
    "manifest.slots.updatedAt.timestamp",
  ],
  [
    "an update time without a timestamp",
    { slots: { updatedAt: { label: "x" } } },
    "manifest.slots.updatedAt.timestamp",
  ],
];

for (const [what, change, path] of WRONG) {
  Deno.test(`a manifest with ${what} is rejected at ${path}`, () => {
    assert.deepEqual(pathsOf({ ...SMALLEST, ...change }), [path]);
  });
}

const ACTION = { id: "open", label: "Open" };
const WRONG_ACTIONS: [what: string, actions: unknown[], path: string][] = [
  ["no label", [{ id: "open" }], "manifest.slots.actions[0].label"],
  [
    "an empty label in one language",
    [{ id: "open", label: { en: "" } }],
    "manifest.slots.actions[0].label.en",
  ],
  ["an id with a slash", [{ ...ACTION, id: "a/b" }], "manifest.slots.actions[0].id"],
  ["an unknown variant", [{ ...ACTION, variant: "danger" }], "manifest.slots.actions[0].variant"],
  ["the same id twice", [ACTION, { ...ACTION, label: "Again" }], "manifest.slots.actions"],
  [
    "two primary ones",
    [{ ...ACTION, variant: "primary" }, { ...ACTION, id: "b", variant: "primary" }],
    "manifest.slots.actions",
  ],
  [
    "17 of them",
    Array.from({ length: 17 }, (_, n) => ({ ...ACTION, id: `a${n}` })),
    "manifest.slots.actions",
  ],
  ["a null among them", [null], "manifest.slots.actions[0]"],
  ...[
    "http://example.org/",
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "data:text/html,x",
    "https:example.org",
    "https://",
    "https://user:secret@example.org/",
    "//example.org/",
    "/\\example.org/",
    "\\\\example.org/",
    "/\t/example.org/",
    "\n/feed",
    " /feed",
    "feed/x",
    "#top",
    "?q",
    "",
    `/${"x".repeat(2048)}`,
  ].map((href): [string, unknown[], string] => [
    `the link ${JSON.stringify(href.slice(0, 40))} of ${href.length} characters`,
    [{ ...ACTION, href }],
    "manifest.slots.actions[0].href",
  ]),
  ...[
    "red;background:url(//x)",
    "url(//x)",
    "#12",
    "expression(1)",
    "var(--a,url(//x))",
    "rgb(1,2,3",
    "",
    "a".repeat(129),
  ].map((
    color,
  ): [string, unknown[], string] => [
    `the colour ${JSON.stringify(color.slice(0, 40))} of ${color.length} characters`,
    [{ ...ACTION, color }],
    "manifest.slots.actions[0].color",
  ]),
];

for (const [what, actions, path] of WRONG_ACTIONS) {
  Deno.test(`actions with ${what} are rejected at ${path}`, () => {
    assert.deepEqual(pathsOf({ ...SMALLEST, slots: { actions } }), [path]);
  });
}

Deno.test("links of the app and of https sites are accepted", () => {
  for (
    const href of ["/", "/feed/20260301-diary?a=b#c", "/é", "https://example.org", "https://例え.jp/x?y=z#w"]
  ) {
    assert.deepEqual(issuesOf({ ...SMALLEST, slots: { actions: [{ ...ACTION, href }] } }), [], href);
  }
});

Deno.test("colours of CSS are accepted", () => {
  for (
    const color of [
      "rebeccapurple",
      "#0a7",
      "#00aa77ff",
      "var(--color-accent)",
      "rgb(0 120 80 / 50%)",
      "oklch(0.7 0.1 200)",
      "light-dark(#fff, #000)",
    ]
  ) {
    assert.deepEqual(issuesOf({ ...SMALLEST, slots: { actions: [{ ...ACTION, color }] } }), [], color);
  }
});

Deno.test("HTML in a label is plain text", () => {
  const label = "</script><img onerror=alert(1) src=x>";
  assert.deepEqual(issuesOf({ ...SMALLEST, slots: { actions: [{ ...ACTION, label }] } }), []);
});

Deno.test("a value that is not JSON is rejected with its path", () => {
  const cases: [value: unknown, path: string, message: string][] = [
    ["a\u0000b", "manifest.defaultState.a[0]", "has the character U+0000"],
    ["\ud800", "manifest.defaultState.a[0]", "has half of a surrogate pair"],
    [JSON.parse("1e400"), "manifest.defaultState.a[0]", "is Infinity, not a finite number"],
    [NaN, "manifest.defaultState.a[0]", "is NaN, not a finite number"],
    [undefined, "manifest.defaultState.a[0]", "is of type undefined, which JSON cannot hold"],
    [1n, "manifest.defaultState.a[0]", "is of type bigint, which JSON cannot hold"],
    [new Date(0), "manifest.defaultState.a[0]", "is neither a plain object nor an array"],
    [{ "\udc00": 1 }, 'manifest.defaultState.a[0]["\\udc00"]', "has half of a surrogate pair"],
    [
      JSON.parse('{ "__proto__": { "id": "x" } }'),
      "manifest.defaultState.a[0].__proto__",
      "is a reserved name",
    ],
  ];
  for (const [value, path, message] of cases) {
    assert.deepEqual(issuesOf({ ...SMALLEST, defaultState: { a: [value] } }), [{ path, message }]);
  }
});

Deno.test("a __proto__ key sets neither fields nor a prototype", () => {
  const value = JSON.parse('{ "__proto__": { "id": "x", "cardType": "feed", "sizes": ["1x1"] } }');
  assert.deepEqual(pathsOf(value), ["manifest.__proto__"]);
  assert.equal(Object.hasOwn(Object.prototype, "cardType"), false);
});

Deno.test("64 levels are accepted, one more is rejected, and 100,000 do not overflow the stack", () => {
  const nest = (levels: number): unknown => {
    let value: unknown = [];
    for (let level = 1; level < levels; level++) value = [value];
    return value;
  };
  assert.deepEqual(issuesOf({ ...SMALLEST, deep: nest(63) }), []);
  for (const levels of [64, 100_000]) {
    const [issue] = issuesOf({ ...SMALLEST, deep: nest(levels) });
    assert.equal(issue?.message, "is nested deeper than 64 levels");
  }
});

Deno.test("a cyclic value is rejected", () => {
  const value: { [key: string]: unknown } = { ...SMALLEST };
  value.self = [value, value];
  assert.deepEqual(issuesOf(value), [
    { path: "manifest.self[0]", message: "is a cycle: it is a part of itself" },
  ]);
});

Deno.test("a value that is at several places, and a part of none of them, is no cycle", () => {
  const shared = { rain: [1, 2] };
  const states = { first: shared, second: { shared, again: [shared.rain, shared.rain] } };
  assert.deepEqual(issuesOf({ ...SMALLEST, states, defaultState: shared }), []);
});

Deno.test("a value that doubles at every level is rejected before all of it is visited", () => {
  let value: unknown[] = [];
  for (let level = 0; level < 50; level++) value = [value, value];
  assert.deepEqual(issuesOf({ ...SMALLEST, value }).length, 1);
});

Deno.test("an error message is short for any input", () => {
  const huge = "x".repeat(1_000_000);
  for (
    const change of [{ id: huge }, { cardType: huge }, { states: { [huge]: {} } }, { languages: [huge] }, {
      [huge]: NaN,
    }]
  ) {
    assert.ok(assertInvalid({ ...SMALLEST, ...change }).message.length < 1_000);
  }
  const error = assertInvalid({ ...SMALLEST, languages: Array(100).fill("x_y"), title: { en: huge } });
  assert.ok(error.message.length < 1_000);
});

Deno.test("any JSON is a manifest or throws an InvalidManifestError", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(FULL)), (value, field) => {
    for (const candidate of [value, { ...FULL, [field]: value }]) {
      const issues = issuesOf(candidate);
      assert.ok(issues.every((issue) => issue.path.startsWith("manifest") && issue.message !== ""));
    }
  }));
});

Deno.test("an accepted manifest is unchanged by storage as JSON", () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (defaultState) => {
    const manifest = { ...FULL, defaultState };
    if (issuesOf(manifest).length > 0) return;
    const stored = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(serialiseManifest(manifest as WidgetManifest)),
    );
    assert.deepEqual(issuesOf(stored), []);
    assert.equal(JSON.stringify(stored), JSON.stringify(manifest));
  }));
});

Deno.test("a literal manifest with a wrong field is a type error", () => {
  const literals: WidgetManifest[] = [
    // @ts-expect-error -- no such size
    { ...SMALLEST, sizes: ["3x3"] },
    // @ts-expect-error -- only schema version 1 exists
    { ...SMALLEST, schemaVersion: 2 },
    // @ts-expect-error -- sizes are missing
    { id: "weather", cardType: "feed" },
    // @ts-expect-error -- no such variant
    { ...SMALLEST, slots: { actions: [{ id: "a", label: "a", variant: "danger" }] } },
    // @ts-expect-error -- an action has a label
    { ...SMALLEST, slots: { actions: [{ id: "a" }] } },
    // @ts-expect-error -- a state is an object
    { ...SMALLEST, states: { a: 1 } },
  ];
  for (const literal of literals) assert.throws(() => parseManifest(literal), InvalidManifestError);
});

Deno.test("what is there twice is named", () => {
  const messageOf = (fields: object) => {
    try {
      parseManifest({ id: "x", cardType: "feed", sizes: ["1x1"], ...fields });
    } catch (error) {
      return (error as InvalidManifestError).issues.map(({ path, message }) => `${path} ${message}`);
    }
  };
  const actions = (...ids: string[]) => ({
    slots: { actions: ids.map((id) => ({ ...ACTION, id, variant: "primary" })) },
  });
  assert.deepEqual(messageOf({ sizes: ["1x1", "2x2", "1x1"] }), ["manifest.sizes lists 1x1 twice"]);
  assert.deepEqual(messageOf(actions("open", "close")), [
    'manifest.slots.actions has more than one primary action: "open", "close"',
  ]);
  assert.deepEqual(messageOf(actions("open", "close", "open"))!.slice(0, 1), [
    'manifest.slots.actions has two actions with the id "open"',
  ]);
});
