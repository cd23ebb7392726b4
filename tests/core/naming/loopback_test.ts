import assert from "node:assert/strict";
import { isLoopbackName } from "../../../core/naming/mod.ts";

Deno.test("a name of this machine is the same with brackets and without, and no other name ends like it", () => {
  for (const own of ["localhost", "LocalHost", "a.b.localhost", "127.0.0.1", "::1", "[::1]"]) {
    assert.equal(isLoopbackName(own), true, own);
  }
  for (
    const other of [
      "",
      "notlocalhost",
      "localhost.example",
      "127.0.0.1.example",
      "127.0.0.2",
      "0.0.0.0",
      "::",
      "[::]",
      "[::1",
      "192.168.1.9",
    ]
  ) {
    assert.equal(isLoopbackName(other), false, other);
  }
});
