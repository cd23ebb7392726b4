import assert from "node:assert/strict";
import { generateManifestSchema, SCHEMA_FILE } from "../../fixtures/manifests/generate_schema.ts";

Deno.test("the checked-in JSON Schema of a manifest is what the schema of parseManifest generates", async () => {
  assert.equal(await Deno.readTextFile(SCHEMA_FILE), generateManifestSchema());
});

Deno.test("the JSON Schema of a manifest says which draft it is and what it is called", () => {
  const schema = JSON.parse(generateManifestSchema());
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assert.equal(schema.$id, "urn:tckb:manifest:1");
  assert.deepEqual(schema.required, ["id", "cardType", "sizes"]);
  assert.equal(schema.additionalProperties, undefined, "unknown fields are kept, so they are allowed");
});
