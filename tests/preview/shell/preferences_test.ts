import assert from "node:assert/strict";
import { readPreferences, storePreferences } from "../../../preview/shell/preferences.ts";
import type { Preferences } from "../../../preview/shell/url_state.ts";

const DEFAULTS: Preferences = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" };

Deno.test("a preference that was kept is read again, and what was not is the default", () => {
  const storage = storageOf(new Map());
  storePreferences(storage, { theme: "dark", feedWidth: "wide" });
  assert.deepEqual(readPreferences(storage, DEFAULTS), { ...DEFAULTS, theme: "dark", feedWidth: "wide" });
});

Deno.test("a kept value that a preference cannot have is the default", () => {
  const storage = storageOf(new Map([["tck-preview:theme", "blue"], ["tck-preview:mount", ""]]));
  assert.deepEqual(readPreferences(storage, DEFAULTS), DEFAULTS);
});

Deno.test("a browser that refuses its storage has the defaults and keeps nothing", () => {
  const refuse = () => {
    throw new DOMException("The operation is insecure", "SecurityError");
  };
  const storage = { getItem: refuse, setItem: refuse };
  storePreferences(storage, { theme: "dark" });
  assert.deepEqual(readPreferences(storage, DEFAULTS), DEFAULTS);
});

function storageOf(kept: Map<string, string>): Pick<Storage, "getItem" | "setItem"> {
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}
