import assert from "node:assert/strict";
import fc from "fast-check";
import { LIMITS, WIDGET_SIZES } from "../../../core/contract/mod.ts";
import {
  isLanguageTag,
  type JsonObject,
  type JsonValue,
  normaliseManifest,
  parseManifest,
  serialiseManifest,
  stringifyJson,
  type WidgetManifest,
} from "../../../core/manifest/mod.ts";

const SMALLEST = { id: "weather", cardType: "feed", sizes: ["fill-auto"] } satisfies WidgetManifest;

for (
  const [sizes, renamed] of [
    ["auto", ["fill-auto"]],
    [["auto"], ["fill-auto"]],
    [["2x2", "auto", "1x1"], ["2x2", "fill-auto", "1x1"]],
    [["auto", "fill-auto"], ["fill-auto"]],
    [["fill-auto", "1x1", "auto"], ["fill-auto", "1x1"]],
    [["auto", "auto"], ["fill-auto"]],
    [["1x1", "auto", "1x1", 7, null], ["1x1", "fill-auto", "1x1", 7, null]],
  ] as const
) {
  Deno.test(`the sizes ${JSON.stringify(sizes)} are renamed to ${JSON.stringify(renamed)}`, () => {
    const given: JsonObject = { cardType: "feed", sizes: structuredClone(sizes) as JsonValue, id: "weather" };
    const { manifest, renamed: isRenamed } = normaliseManifest(given);
    assert.equal(isRenamed, true);
    assert.deepEqual(manifest, { cardType: "feed", sizes: renamed, id: "weather" });
    assert.deepEqual(Object.keys(manifest), ["cardType", "sizes", "id"]);
    assert.deepEqual(given.sizes, sizes, "the given manifest is left as it is");
  });
}

for (
  const value of [
    {},
    { sizes: "fill-auto" },
    { sizes: "2x2" },
    { sizes: "AUTO" },
    { sizes: "constructor" },
    { sizes: null },
    { sizes: { 0: "auto" } },
    { sizes: ["fill-auto", "fill-auto"] },
    { sizes: ["AUTO", "constructor"] },
    { size: ["auto"], cardType: "auto" },
  ] as JsonObject[]
) {
  Deno.test(`nothing in ${JSON.stringify(value)} is renamed`, () => {
    const { manifest, renamed } = normaliseManifest(value);
    assert.equal(renamed, false);
    assert.equal(manifest, value);
  });
}

Deno.test("renaming is idempotent", () => {
  const size = fc.constantFrom<string>(...WIDGET_SIZES, "auto", "other");
  fc.assert(fc.property(fc.array(size), (sizes) => {
    const once = normaliseManifest({ id: "x", sizes }).manifest;
    assert.deepEqual(normaliseManifest(once), { manifest: once, renamed: false });
    const others = (list: unknown) =>
      (list as string[]).filter((one) => one !== "auto" && one !== "fill-auto");
    assert.deepEqual(others(once.sizes), others(sizes));
  }));
});

Deno.test("renaming keeps a __proto__ key, which parseManifest rejects", () => {
  const value = JSON.parse('{ "__proto__": { "a": 1 }, "sizes": ["auto"] }');
  const { manifest } = normaliseManifest(value);
  assert.deepEqual(Object.keys(manifest), ["__proto__", "sizes"]);
  assert.equal(Object.getPrototypeOf(manifest), Object.prototype);
});

Deno.test("renaming half a million sizes takes one pass", () => {
  const sizes = [...Array(250_000).fill("1x1"), ...Array(250_000).fill("auto")];
  assert.equal((normaliseManifest({ sizes }).manifest.sizes as string[]).length, 250_001);
});

Deno.test("a manifest is stored as UTF-8 JSON with its keys in their order", () => {
  const manifest = parseManifest({
    sizes: ["1x1"],
    title: "Zürich 🌦",
    id: "weather",
    cardType: "feed",
    extra: { b: 1, a: 2 },
  });
  assert.equal(
    new TextDecoder().decode(serialiseManifest(manifest)),
    '{"sizes":["1x1"],"title":"Zürich 🌦","id":"weather","cardType":"feed","extra":{"b":1,"a":2}}',
  );
});

Deno.test("the stored form keeps the sign of -0 wherever it is, and is that of JSON.stringify otherwise", () => {
  const values = [{ a: -0, b: 0, c: [-0, [1.0, -0]] }, [-0], { a: undefined, b: -0, 'é"': null, c: [] }];
  const texts = ['{"a":-0,"b":0,"c":[-0,[1,-0]]}', "[-0]", '{"b":-0,"é\\"":null,"c":[]}'];
  assert.deepEqual(values.map((value) => stringifyJson(value)), texts);
  const deep = { a: [-0, { b: [] }], c: { d: "x", e: {} }, f: undefined };
  const zero = JSON.stringify({ ...deep, a: [0, { b: [] }] }, null, "  ");
  assert.equal(stringifyJson(deep, "  "), zero.replace(" 0,", " -0,"));
  const plain = { a: undefined, b: [1e23, null, true, "x\n"], c: {} };
  assert.equal(stringifyJson(plain), JSON.stringify(plain));
  assert.ok(Object.is(JSON.parse(stringifyJson({ a: [-0] })).a[0], -0));
});

Deno.test("the size of a manifest is counted in bytes of UTF-8, on both sides of the 32 KB threshold", () => {
  const empty = serialiseManifest({ ...SMALLEST, pad: "" }).length;
  for (const wanted of [LIMITS.manifestObjectBytes - 1, LIMITS.manifestObjectBytes]) {
    const rest = wanted - empty;
    const pad = "é".repeat(Math.floor(rest / 2)) + "x".repeat(rest % 2);
    const manifest = { ...SMALLEST, pad };
    assert.equal(parseManifest(manifest), manifest);
    assert.equal(serialiseManifest(manifest).length, wanted);
  }
});

Deno.test("a language tag is well-formed by BCP 47", () => {
  for (const tag of ["en", "de-CH", "zh-Hans-CN", "EN-us", "sr-Latn-RS", "en-u-ca-gregory", "und"]) {
    assert.equal(isLanguageTag(tag), true, tag);
  }
  for (
    const tag of [
      "",
      "e",
      "en_US",
      "en-",
      "-en",
      "en--US",
      "*",
      "en US",
      "英",
      "x-private",
      "en-".repeat(400_000),
    ]
  ) {
    assert.equal(isLanguageTag(tag), false, tag.slice(0, 40));
  }
});
