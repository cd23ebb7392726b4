import assert from "node:assert/strict";
import type { LiveWidget, PublicBundle } from "../../../../preview/protocol.ts";
import { findSuccessor } from "../../../../preview/shell/state/successor.ts";

const widget = (name: string) => ({ name }) as LiveWidget;
const BUNDLE = { id: "hash", label: "001_built" } as PublicBundle;

Deno.test("a renamed widget is followed by the one with its number, else by the first one, else by a bundle", () => {
  const live = [widget("001_a"), widget("002_new-name"), widget("003_c")];
  assert.equal(findSuccessor("002_old-name", live, [])?.widget, "002_new-name");
  assert.equal(findSuccessor("009_gone", live, [])?.widget, "001_a");
  assert.equal(findSuccessor("a-hash-of-a-bundle", live, [])?.widget, "001_a");
  assert.deepEqual(findSuccessor("001_a", [], [BUNDLE]), { widget: "hash", label: "001_built" });
  assert.equal(findSuccessor("001_a", [], []), null);
});
