import assert from "node:assert/strict";
import {
  readOpenPanels,
  readPreferences,
  readRailLayout,
  readSingleKeys,
  storeOpenPanels,
  storePreferences,
  storeRailLayout,
  storeSingleKeys,
} from "../../../../preview/shell/state/preferences.ts";
import { RAIL_LAYOUT } from "../../../../preview/shell/state/rail_layout.ts";
import type { Preferences } from "../../../../preview/shell/state/url_state.ts";

const DEFAULTS: Preferences = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" };

Deno.test("a stored preference is read again, and any other has its default value", () => {
  const storage = storageOf(new Map());
  storePreferences(storage, { theme: "dark", feedWidth: "wide" });
  assert.deepEqual(readPreferences(storage, DEFAULTS), { ...DEFAULTS, theme: "dark", feedWidth: "wide" });
});

Deno.test("panels, keys and the rail are as they were stored last, each apart", () => {
  const storage = storageOf(new Map());
  for (const isOn of [false, true, false]) {
    storeOpenPanels(storage, { state: isOn });
    storeSingleKeys(storage, isOn);
    storeRailLayout(storage, { ...RAIL_LAYOUT, isHidden: isOn });
    assert.deepEqual(readOpenPanels(storage), { state: isOn });
    assert.equal(readSingleKeys(storage), isOn);
    assert.deepEqual(readRailLayout(storage), { ...RAIL_LAYOUT, isHidden: isOn });
  }
});

Deno.test("an invalid stored value is replaced by the default value", () => {
  const storage = storageOf(new Map([["tck-preview:theme", "blue"], ["tck-preview:mount", ""]]));
  assert.deepEqual(readPreferences(storage, DEFAULTS), DEFAULTS);
});

Deno.test("with blocked storage the default values are used and nothing is stored", () => {
  const fail = () => {
    throw new DOMException("The operation is insecure", "SecurityError");
  };
  const storage = { getItem: fail, setItem: fail };
  storePreferences(storage, { theme: "dark" });
  assert.deepEqual(readPreferences(storage, DEFAULTS), DEFAULTS);
  storeOpenPanels(storage, { state: true });
  assert.deepEqual(readOpenPanels(storage), {});
  storeSingleKeys(storage, false);
  assert.equal(readSingleKeys(storage), true);
  storeRailLayout(storage, { ...RAIL_LAYOUT, isHidden: true });
  assert.deepEqual(readRailLayout(storage), RAIL_LAYOUT);
});

function storageOf(kept: Map<string, string>): Pick<Storage, "getItem" | "setItem"> {
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}
