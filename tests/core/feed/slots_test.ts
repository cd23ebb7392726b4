import assert from "node:assert/strict";
import fc from "fast-check";
import {
  actionsInState,
  keepOnePrimary,
  resolveSlots,
  type SlotValues,
  type UpdatedAt,
} from "../../../core/feed/mod.ts";
import type { JsonObject, ManifestSlots, SlotAction } from "../../../core/manifest/mod.ts";

const NOON = { timestamp: "2026-03-01T12:00:00Z" };
const DAWN = { timestamp: "2026-03-01T06:00:00Z", label: "Dawn" };

const action = (id: string, change: Partial<SlotAction> = {}): SlotAction => ({
  id,
  label: id.toUpperCase(),
  ...change,
});

const anyAction: fc.Arbitrary<SlotAction> = fc.record({
  id: fc.constantFrom("a", "b", "c", "d", "__proto__", "constructor"),
  label: fc.constant("x"),
  variant: fc.constantFrom("primary", "secondary"),
  color: fc.constant("teal"),
}, { requiredKeys: ["id", "label"] });

const anySlots: fc.Arbitrary<SlotValues> = fc.record({
  actions: fc.array(anyAction, { maxLength: 5 }),
  updatedAt: fc.constantFrom(null, NOON, DAWN, { timestamp: "never" }),
}, { requiredKeys: [] });

Deno.test("a card without slots has no actions and no update time", () => {
  assert.deepEqual(resolveSlots(undefined), { actions: [], updatedAt: null });
});

Deno.test("actions are the widget's, then the host's", () => {
  const { actions } = resolveSlots({ actions: [action("a"), action("b")] }, { actions: [action("c")] });
  assert.deepEqual(actions.map(({ id, variant }) => [id, variant]), [["a", "secondary"], ["b", "secondary"], [
    "c",
    "secondary",
  ]]);
});

Deno.test("the default action is appended after the widget's, and is secondary", () => {
  const { actions } = resolveSlots({ actions: [action("a", { variant: "primary" })] }, {}, {
    actions: [action("cta", { color: "teal" })],
  });
  assert.deepEqual(actions, [action("a", { variant: "primary" }), action("cta", { variant: "secondary" })]);
});

Deno.test("a default action that is promoted demotes the widget's primary one, which loses its colour", () => {
  const { actions } = resolveSlots(
    { actions: [action("a", { variant: "primary", color: "red", href: "/a" })] },
    {},
    { actions: [action("cta", { variant: "primary", color: "teal" })] },
  );
  assert.deepEqual(actions, [
    action("a", { variant: "secondary", href: "/a" }),
    action("cta", { variant: "primary", color: "teal" }),
  ]);
});

Deno.test("default actions are omitted when the configuration sets actions, even an empty list", () => {
  const defaults = { actions: [action("cta")] };
  for (const actions of [[], [action("b")]]) {
    const ids = resolveSlots({ actions: [action("a")] }, { actions }, defaults).actions.map(({ id }) => id);
    assert.deepEqual(ids, ["a", ...actions.map(({ id }) => id)]);
  }
});

Deno.test("default values are set by key: actions from the configuration leave the default update time", () => {
  const { updatedAt } = resolveSlots({ updatedAt: null }, { actions: [] }, { updatedAt: NOON });
  assert.deepEqual(updatedAt, NOON);
});

Deno.test("an action of the host replaces the widget's of the same id in its place, a default one does not", () => {
  const declared = { actions: [action("a"), action("b")] };
  const replaced = resolveSlots(declared, { actions: [action("a", { label: "New" })] });
  assert.deepEqual(replaced.actions.map(({ label }) => label), ["New", "B"]);
  const kept = resolveSlots(declared, {}, { actions: [action("a", { label: "New" })] });
  assert.deepEqual(kept.actions.map(({ label }) => label), ["A", "B"]);
});

for (
  const [what, declared, host, defaults, expected] of [
    ["the manifest's", { updatedAt: DAWN }, {}, { updatedAt: NOON }, DAWN],
    ["the host's over the manifest's", { updatedAt: DAWN }, { updatedAt: NOON }, {}, NOON],
    ["the host's though none is declared", undefined, { updatedAt: NOON }, {}, NOON],
    ["none if the host sets null", { updatedAt: DAWN }, { updatedAt: null }, { updatedAt: NOON }, null],
    ["the default where a slot is declared and empty", { updatedAt: null }, {}, { updatedAt: DAWN }, DAWN],
    ["none where no slot is declared for the default", { actions: [] }, {}, { updatedAt: NOON }, null],
    [
      "the manifest's when the host's is invalid",
      { updatedAt: DAWN },
      { updatedAt: { timestamp: "never" } },
      {},
      DAWN,
    ],
    [
      "none when the host's is invalid, default or not",
      { updatedAt: null },
      { updatedAt: { timestamp: "2026-02-30T00:00:00Z" } },
      { updatedAt: NOON },
      null,
    ],
    ["none when the default is invalid", { updatedAt: null }, {}, { updatedAt: { timestamp: "" } }, null],
  ] as [string, ManifestSlots | undefined, SlotValues, SlotValues, UpdatedAt | null][]
) {
  Deno.test(`the update time is ${what}`, () => {
    assert.deepEqual(resolveSlots(declared, host, defaults).updatedAt, expected);
  });
}

Deno.test("ids are always unique, at most one action is primary, and only it has a colour", () => {
  fc.assert(fc.property(anySlots, anySlots, anySlots, (declared, host, defaults) => {
    const { actions, updatedAt } = resolveSlots(declared, host, defaults);
    const all = [...declared.actions ?? [], ...host.actions ?? [], ...defaults.actions ?? []];
    assert.equal(new Set(actions.map(({ id }) => id)).size, actions.length);
    assert.ok(actions.every(({ id }) => all.some((one) => one.id === id)));
    assert.ok(actions.filter(({ variant }) => variant === "primary").length <= 1);
    assert.ok(actions.every(({ variant, color }) => variant === "primary" || color === undefined));
    assert.ok(updatedAt === null || [declared, host, defaults].some((one) => one.updatedAt === updatedAt));
  }));
});

Deno.test("keepOnePrimary is idempotent and keeps the last primary action", () => {
  fc.assert(fc.property(fc.array(anyAction), (actions) => {
    const before = JSON.stringify(actions);
    const settled = keepOnePrimary(actions);
    assert.equal(JSON.stringify(actions), before, "the given actions are left as they are");
    assert.deepEqual(keepOnePrimary(settled), settled);
    assert.deepEqual(settled.map(({ id }) => id), actions.map(({ id }) => id));
    assert.equal(
      settled.findIndex(({ variant }) => variant === "primary"),
      actions.findLastIndex(({ variant }) => variant === "primary"),
    );
  }));
});

Deno.test("an action with a condition is there in the states that meet it", () => {
  const actions = [action("always"), action("some", { when: "runs" }), action("none", { when: "!runs" })];
  const idsIn = (state: JsonObject) => actionsInState(actions, state).map(({ id }) => id);
  for (const runs of [1, "x", true, ["Sunday"], { day: 1 }]) {
    assert.deepEqual(idsIn({ runs }), ["always", "some"], JSON.stringify(runs));
  }
  for (
    const state of [{}, { runs: null }, { runs: 0 }, { runs: "" }, { runs: false }, { runs: [] }, {
      runs: {},
    }]
  ) {
    assert.deepEqual(idsIn(state), ["always", "none"], JSON.stringify(state));
  }
  assert.deepEqual(actionsInState([action("a", { when: "constructor" })], {}), []);
});

Deno.test("the primary action of a state is the last one that the state has", () => {
  const declared: ManifestSlots = {
    actions: [action("a", { variant: "primary" }), action("b", { variant: "primary", when: "late" })],
  };
  const primaryIn = (state?: JsonObject) =>
    resolveSlots(declared, {}, {}, state).actions.findLast(({ variant }) => variant === "primary")?.id;
  assert.deepEqual([primaryIn({ late: true }), primaryIn({}), primaryIn()], ["b", "a", "b"]);
});

// claim: limits-hold
Deno.test("a condition is decided once for all actions that have it", () => {
  let asked = 0;
  const runs = new Proxy({ a: 1 }, {
    ownKeys(target) {
      asked++;
      return Reflect.ownKeys(target);
    },
  });
  const actions = ["runs", "!runs", "runs", "!runs", "runs"].map((when, index) => ({
    id: `a${index}`,
    label: "A",
    href: "/a",
    when,
  }));
  assert.deepEqual(actionsInState(actions, { runs }).map(({ id }) => id), ["a0", "a2", "a4"]);
  assert.equal(asked, 2);
});
