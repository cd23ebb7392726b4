import assert from "node:assert/strict";
import { HOST_TOKENS, isHostToken } from "../../core/contract/mod.ts";

Deno.test("the host's tokens are those of its stylesheet", async () => {
  const css = await Deno.readTextFile(new URL("../../web/assets/style.css", import.meta.url));
  const names = Array.from(css.matchAll(/^\s*(--[a-z0-9-]+):/gm), ([, name]) => name!);
  assert.deepEqual(HOST_TOKENS, [...new Set(names)].sort());
  assert.ok(HOST_TOKENS.every(isHostToken));
});
