import assert from "node:assert/strict";
import { isLanguageTag } from "../../core/manifest/mod.ts";
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

Deno.test("the JSON Schema's pattern of a language tag is what parseManifest accepts", () => {
  const { languages } = JSON.parse(generateManifestSchema()).properties;
  const pattern = new RegExp(languages.items.pattern, "u");
  const tags = [
    "de",
    "gsw",
    "zh-Hans-CN",
    "es-419",
    "sl-rozaj-biske",
    "de-1996",
    "en-u-ca-gregory",
    "de-x-a",
    "DE-at",
  ];
  const others = [
    "",
    "d",
    "en_US",
    "en-",
    "-en",
    "x-a",
    "abcd",
    "en--US",
    "en-US-x",
    "i-klingon",
    "en-u",
    "english!",
    "é",
  ];
  for (const tag of [...tags, ...others]) assert.equal(pattern.test(tag), isLanguageTag(tag), tag);
  for (const tag of tags) assert.ok(isLanguageTag(tag), tag);
});
