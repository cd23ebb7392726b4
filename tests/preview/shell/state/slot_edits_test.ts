import assert from "node:assert/strict";
import type { SlotAction } from "../../../../core/manifest/mod.ts";
import { createStore } from "../../../../preview/shell/state/create_store.ts";
import { createShellState, type ShellState } from "../../../../preview/shell/state/shell_state.ts";
import {
  addAction,
  editAction,
  moveAction,
  overrideSlots,
  promoteAction,
} from "../../../../preview/shell/state/slot_edits.ts";

const ACTIONS: SlotAction[] = [
  { id: "a", label: "A", variant: "primary", color: "teal" },
  { id: "b", label: "B" },
  { id: "c", label: "C", href: "/c" },
];

Deno.test("a moved action is at its new position, at most at the end", () => {
  const ids = (from: number, to: number) => moveAction(ACTIONS, from, to).map(({ id }) => id).join("");
  assert.deepEqual([ids(0, 2), ids(2, 0), ids(1, 1), ids(0, 9), ids(2, -1), ids(7, 0)], [
    "bca",
    "cab",
    "abc",
    "bca",
    "cab",
    "abc",
  ]);
});

Deno.test("a promoted action is the only primary one, and the former one loses its colour", () => {
  assert.deepEqual(promoteAction(ACTIONS, 1, true), [
    { id: "a", label: "A", variant: "secondary" },
    { id: "b", label: "B", variant: "primary" },
    { id: "c", label: "C", href: "/c", variant: "secondary" },
  ]);
  assert.deepEqual(promoteAction(ACTIONS, 0, false)[0], { id: "a", label: "A", variant: "secondary" });
});

Deno.test("an edit changes one action, and removes a field without a value", () => {
  assert.deepEqual(editAction(ACTIONS, 2, { label: "New", href: undefined }), [
    ACTIONS[0],
    ACTIONS[1],
    { id: "c", label: "New" },
  ]);
});

Deno.test("a new action is at the end and has an id of its own", () => {
  const actions = addAction([{ id: "action-2", label: "Two" }]);
  assert.deepEqual(actions.map(({ id }) => id), ["action-2", "action-3"]);
  const known = [{ id: "action-3", label: "Three" }, { id: "action-4", label: "Four" }];
  assert.deepEqual(addAction(known).at(-1)!.id, "action-5");
});

Deno.test("the slot values of one card are set, replaced and removed without those of another", () => {
  const store = createStore<ShellState>(createShellState({ search: "", preferences: {} as never }));
  const set = (card: string, actions: SlotAction[] | null) => {
    overrideSlots(store, card, actions && { actions });
    return [...store.getState().slotOverrides].map(([card, { actions }]) => [card, actions?.length]);
  };
  set("a", ACTIONS);
  assert.deepEqual(set("b", []), [["a", 3], ["b", 0]]);
  assert.deepEqual(set("a", ACTIONS.slice(1)), [["a", 2], ["b", 0]]);
  assert.deepEqual(set("a", null), [["b", 0]]);
});
