import assert from "node:assert/strict";
import { readPageBundle } from "../../../web/canvas/sealed_page/read_bundle.ts";
import { makeEnvelope } from "../../hosts/routes/envelopes.ts";

// claim: page-module-limit
Deno.test("a module that is larger than a page can parse is not parsed, and its card says so", async () => {
  const { bytes, hash } = await makeEnvelope({ module: `export default [${"{},".repeat(1_000_000)}];` });
  const started = performance.now();
  const bundle = await readPageBundle(hash, bytes);
  assert.ok("failure" in bundle);
  assert.equal(bundle.failure, "import");
  assert.match(
    bundle.reason,
    /^Its module has 3000018 bytes, at most 2097152 are shown in a page of one file$/,
  );
  assert.ok(performance.now() - started < 1_000);
});

Deno.test("a module with more nesting than the parser can follow fails its card alone", async () => {
  const nested = `export default ${"[".repeat(100_000)}${"]".repeat(100_000)};`;
  const { bytes, hash } = await makeEnvelope({ module: nested });
  assert.ok("failure" in await readPageBundle(hash, bytes));
});
