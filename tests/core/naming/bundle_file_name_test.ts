import assert from "node:assert/strict";
import fc from "fast-check";
import { type BundleNameWarning, parseBundleFileName } from "../../../core/naming/mod.ts";

const LONGEST_SLUG = "a".repeat(255 - "001_.tckb".length);

const REJECTED: { [warning in BundleNameWarning]: string[] } = {
  bundle_missing_prefix: [
    "",
    "weather.tckb",
    "_a.tckb",
    "1_a.tckb",
    "01_a.tckb",
    "1000_a.tckb",
    "001-a.tckb",
    "001a.tckb",
    " 001_a.tckb",
    "\n001_a.tckb",
    "٠٠١_a.tckb",
    "٠٠١_a.tckb",
    "/001_a.tckb",
    "../001_a.tckb",
  ],
  bundle_malformed_name: [
    "000_a.tckb",
    "001_A.tckb",
    "001_.tckb",
    "001_1a.tckb",
    "001_-a.tckb",
    "001_a_b.tckb",
    "001_é.tckb",
    "001_a.TCKB",
    "001_a.tckb ",
    "001_a\n.tckb",
    "001_a.tckb\n",
    "001_a.tckb.tckb",
    "001_atckb",
    "001_a",
    "001_../a.tckb",
    "001_a\u0000.tckb",
    `001_a${LONGEST_SLUG}.tckb`,
    `001_${"a".repeat(1_000_000)}.tckb`,
  ],
};

for (const [warning, names] of Object.entries(REJECTED)) {
  for (const name of names) {
    const shown = name.length > 40 ? `${name.slice(0, 20)}… of ${name.length} characters` : name;
    Deno.test(`the file name ${JSON.stringify(shown)} is rejected with ${warning}`, () => {
      assert.deepEqual(parseBundleFileName(name), { ok: false, warning });
    });
  }
}

Deno.test("a file name is parsed to the position, the slug and the name in the batch", () => {
  assert.deepEqual(parseBundleFileName("042_hacker-news2.tckb"), {
    ok: true,
    position: 42,
    slug: "hacker-news2",
    name: "042_hacker-news2",
  });
});

Deno.test("the longest file name has 255 characters", () => {
  const name = `999_${LONGEST_SLUG}.tckb`;
  assert.equal(name.length, 255);
  assert.equal(parseBundleFileName(name).ok, true);
});

Deno.test("every position and slug is read back from a file name", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.stringMatching(/^[a-z][a-z0-9-]{0,40}$/),
      (position, slug) => {
        const fileName = `${String(position).padStart(3, "0")}_${slug}.tckb`;
        assert.deepEqual(parseBundleFileName(fileName), {
          ok: true,
          position,
          slug,
          name: fileName.slice(0, -".tckb".length),
        });
      },
    ),
  );
});

Deno.test("an accepted file name consists of its position and slug", () => {
  const nearly = fc.stringMatching(/^[0-9]{3}_[a-zA-Z0-9_-]{0,4}\.(tckb|TCKB)$/);
  fc.assert(fc.property(nearly, (fileName) => {
    const parsed = parseBundleFileName(fileName);
    assert.equal(parsed.ok, /^(?!000)[0-9]{3}_[a-z][a-z0-9-]*\.tckb$/.test(fileName));
    if (parsed.ok) assert.equal(`${String(parsed.position).padStart(3, "0")}_${parsed.slug}.tckb`, fileName);
  }));
});
