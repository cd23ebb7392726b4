import assert from "node:assert/strict";
import {
  CLOUD_MANIFEST_FIELDS,
  InvalidManifestError,
  parseCloudManifest,
} from "../../../core/manifest/mod.ts";

const SMALLEST = { id: "weather", cardType: "feed", sizes: ["fill-auto"] };

Deno.test("a manifest of a newer kit is returned unchanged, if the cloud's fields have their types", () => {
  const manifest = {
    ...SMALLEST,
    title: { en: "Weather", "x-klingon": "" },
    description: "d".repeat(3_000),
    cardType: "c".repeat(100),
    sizes: ["9x9", "fill-auto", "fill-auto"],
    languages: ["not a language tag"],
    slots: { actions: [{ id: "mail", label: "Mail", href: "mailto:ada@example.org" }], updatedAt: "soon" },
    states: ["s"],
    defaultState: 7,
    schemaVersion: 2,
    constructor: "own",
  };
  assert.equal(parseCloudManifest(manifest), manifest);
  assert.equal(parseCloudManifest(SMALLEST), SMALLEST);
});

const INVALID: { readonly [field in typeof CLOUD_MANIFEST_FIELDS[number]]: readonly unknown[] } = {
  id: [undefined, null, "", 7, "../x", "a".repeat(129)],
  title: [null, 7, ["Weather"], { en: 7 }, { en: { short: "W" } }],
  description: [null, false, { en: null }],
  cardType: [undefined, null, "", 7],
  sizes: [undefined, null, "1x1", [], [7], ["1x1", ""], { 0: "1x1" }],
  languages: [null, "en", [7], { 0: "en" }],
};

for (const field of CLOUD_MANIFEST_FIELDS) {
  // claim: manifest-commit-checks
  Deno.test(`a manifest with an invalid ${field} is rejected with its path`, () => {
    for (const value of INVALID[field]) {
      assert.throws(() => parseCloudManifest({ ...SMALLEST, [field]: value }), (error) => {
        assert.ok(error instanceof InvalidManifestError);
        assert.deepEqual(error.issues.map(({ path }) => path), [`manifest.${field}`]);
        assert.equal(error.code, "manifest.invalid");
        return true;
      }, JSON.stringify(value));
    }
  });
}

// claim: manifest-commit-checks
Deno.test("a value that cannot be stored as JSON is rejected wherever it is", () => {
  const deep = JSON.parse(`${"[".repeat(70)}${"]".repeat(70)}`);
  for (const later of ["a\u0000", "\ud800", deep, NaN]) {
    assert.throws(
      () => parseCloudManifest({ ...SMALLEST, later }),
      (error) => error instanceof InvalidManifestError && error.issues[0]!.path.startsWith("manifest.later"),
    );
  }
  for (const value of [null, 7, "manifest", [], undefined]) {
    assert.throws(() => parseCloudManifest(value), InvalidManifestError);
  }
});
