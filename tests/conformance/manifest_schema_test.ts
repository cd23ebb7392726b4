import assert from "node:assert/strict";
import { generateManifestSchema, SCHEMA_FILE } from "../../fixtures/manifests/generate_schema.ts";

Deno.test("the committed JSON Schema of a manifest is generated from the schema of parseManifest", async () => {
  assert.equal(await Deno.readTextFile(SCHEMA_FILE), generateManifestSchema());
});

Deno.test("the JSON Schema of a manifest has its draft and id", () => {
  const schema = JSON.parse(generateManifestSchema());
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assert.equal(schema.$id, "urn:tckb:manifest:1");
  assert.deepEqual(schema.required, ["id", "cardType", "sizes"]);
  assert.equal(schema.additionalProperties, undefined, "unknown fields are kept, so they are allowed");
});
