import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type BundleNameWarning,
  formatBundleFileName,
  InvalidNameError,
  parseBundleFileName,
} from "../../../core/naming/mod.ts";

const LONGEST_SLUG = "a".repeat(255 - "001_.tckb".length);

const REFUSED: { [warning in BundleNameWarning]: string[] } = {
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

for (const [warning, names] of Object.entries(REFUSED)) {
  for (const name of names) {
    const shown = name.length > 40 ? `${name.slice(0, 20)}… of ${name.length} characters` : name;
    Deno.test(`the file name ${JSON.stringify(shown)} is refused with ${warning}`, () => {
      assert.deepEqual(parseBundleFileName(name), { ok: false, warning });
    });
  }
}

Deno.test("a bundle's file name says its position, its slug and its name in the batch", () => {
  assert.deepEqual(parseBundleFileName("042_hacker-news2.tckb"), {
    ok: true,
    position: 42,
    slug: "hacker-news2",
    name: "042_hacker-news2",
  });
});

Deno.test("the longest file name has 255 characters", () => {
  const name = formatBundleFileName(999, LONGEST_SLUG);
  assert.equal(name.length, 255);
  assert.equal(parseBundleFileName(name).ok, true);
});

Deno.test("every formatted file name is read back as what it was made of", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.stringMatching(/^[a-z][a-z0-9-]{0,40}$/),
      (position, slug) => {
        const fileName = formatBundleFileName(position, slug);
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

Deno.test("every accepted file name is what its parts format to", () => {
  const nearly = fc.stringMatching(/^[0-9]{3}_[a-zA-Z0-9_-]{0,4}\.(tckb|TCKB)$/);
  fc.assert(fc.property(nearly, (fileName) => {
    const parsed = parseBundleFileName(fileName);
    assert.equal(parsed.ok, /^(?!000)[0-9]{3}_[a-z][a-z0-9-]*\.tckb$/.test(fileName));
    if (parsed.ok) assert.equal(formatBundleFileName(parsed.position, parsed.slug), fileName);
  }));
});

for (
  const [position, slug] of [[0, "a"], [1000, "a"], [1.5, "a"], [NaN, "a"], [1, ""], [1, "A"], [1, "a\n"], [
    1,
    "a/b",
  ]] as const
) {
  Deno.test(`position ${position} with slug ${JSON.stringify(slug)} is not formatted`, () => {
    assert.throws(
      () => formatBundleFileName(position, slug),
      (error) => error instanceof InvalidNameError && error.code === "name.bundle_file",
    );
  });
}

Deno.test("the error for a slug of a megabyte stays short", () => {
  assert.throws(
    () => formatBundleFileName(1, "a".repeat(1_000_000)),
    (error) => error instanceof InvalidNameError && error.message.length < 200,
  );
});
