import assert from "node:assert/strict";
import { readPreferences, storePreferences } from "../../../../preview/shell/state/preferences.ts";
import type { Preferences } from "../../../../preview/shell/state/url_state.ts";

const DEFAULTS: Preferences = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" };

Deno.test("a stored preference is read again, and any other has its default value", () => {
  const storage = storageOf(new Map());
  storePreferences(storage, { theme: "dark", feedWidth: "wide" });
  assert.deepEqual(readPreferences(storage, DEFAULTS), { ...DEFAULTS, theme: "dark", feedWidth: "wide" });
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
});

function storageOf(kept: Map<string, string>): Pick<Storage, "getItem" | "setItem"> {
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}
