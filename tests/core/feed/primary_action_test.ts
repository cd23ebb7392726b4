import assert from "node:assert/strict";
import { actionsInState, keepOnePrimary, resolveSlots } from "../../../core/feed/mod.ts";
import type { JsonObject, SlotAction } from "../../../core/manifest/mod.ts";

const primary = (id: string, when?: string): SlotAction => ({
  id,
  label: id,
  href: "/",
  variant: "primary",
  color: "teal",
  ...(when && { when }),
});

Deno.test("a configured primary action whose condition is not met leaves the widget's own primary", () => {
  const shown = (host: SlotAction[], state: JsonObject) => {
    const declared = { actions: [primary("own")] };
    const before = keepOnePrimary(
      actionsInState(resolveSlots(declared, { actions: host }).actions, state),
    );
    assert.deepEqual(resolveSlots(declared, { actions: host }, {}, state).actions, before);
    return before.map(({ id, variant, color }) => [id, variant, color]);
  };
  assert.deepEqual(shown([primary("sale", "sale")], {}), [["own", "primary", "teal"]]);
  assert.deepEqual(shown([primary("sale", "sale")], { sale: true }), [
    ["own", "secondary", undefined],
    ["sale", "primary", "teal"],
  ]);
  assert.deepEqual(shown([primary("a", "a"), primary("b", "b")], { a: 1 }), [
    ["own", "secondary", undefined],
    ["a", "primary", "teal"],
  ]);
  assert.deepEqual(shown([primary("a", "a"), primary("sure"), primary("b", "b")], { a: 1 }), [
    ["own", "secondary", undefined],
    ["a", "secondary", undefined],
    ["sure", "primary", "teal"],
  ]);
});

Deno.test("without a state, the conditional actions after the last sure primary stay primary", () => {
  const { actions } = resolveSlots({ actions: [primary("a", "a"), primary("sure"), primary("b", "!b")] });
  assert.deepEqual(actions.map(({ variant }) => variant), ["secondary", "primary", "primary"]);
});
