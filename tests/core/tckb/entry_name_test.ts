import assert from "node:assert/strict";
import fc from "fast-check";
import { listEntries, TckbUnpackError } from "../../../core/tckb/mod.ts";
import { buildZip } from "../../../fixtures/tckb/zip_builder.ts";

function accepts(...names: string[]): boolean {
  // deno-lint-ignore no-control-regex -- it matches ASCII
  const flags = names.every((name) => /^[\x00-\x7f]*$/.test(name)) ? 0 : 0x800;
  try {
    listEntries(buildZip({ entries: names.map((name) => ({ name, content: "x", method: 0, flags })) }));
    return true;
  } catch (error) {
    if (error instanceof TckbUnpackError) return false;
    throw error;
  }
}

/** The rule for names as the documentation states it. */
function isPlain(name: string): boolean {
  const devices = ["con", "prn", "aux", "nul"];
  for (let digit = 0; digit < 10; digit++) devices.push(`com${digit}`, `lpt${digit}`);
  return name.split("/").every((segment) =>
    segment !== "" && [...segment].every((character) => /[A-Za-z0-9._-]/.test(character)) &&
    !segment.startsWith(".") && !segment.endsWith(".") && segment !== "__proto__" &&
    !devices.includes(segment.split(".")[0]!.toLowerCase())
  );
}

const character = fc.constantFrom(..."aZ09._-/", "/", ".", " ", "*", "\\", ":", "\ufeff", "\u200b", "é", "~");
const segment = fc.oneof(
  fc.constantFrom("con", "CON", "nul.txt", "com1", "LPT9", "com10", "__proto__", "constructor", "aux-1"),
  fc.array(character, { maxLength: 4 }).map((characters) => characters.join("")),
);

// claim: archive-no-paths
Deno.test("an entry's name is accepted exactly if its segments are plain", () => {
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), (segments) => {
      const name = segments.join("/");
      assert.equal(accepts(name), isPlain(name), JSON.stringify(name));
    }),
    { numRuns: 2000 },
  );
});

// claim: archive-no-paths
Deno.test("any ASCII character is accepted in a name only if it is plain", () => {
  for (let code = 0; code < 0x80; code++) {
    const name = `a${String.fromCharCode(code)}b`;
    assert.equal(accepts(name), isPlain(name), JSON.stringify(name));
  }
});

// claim: archive-no-paths
Deno.test("the devices of Windows are rejected with any extension, in any case and as folders", () => {
  const devices = ["con", "prn", "aux", "nul"];
  for (let digit = 0; digit < 10; digit++) devices.push(`com${digit}`, `lpt${digit}`);
  for (const device of devices) {
    for (const name of [device, device.toUpperCase(), `${device}.a.b`, `${device}/a`, `a/${device}`]) {
      assert.equal(accepts(name), false, name);
    }
    for (const name of [`${device}s`, `a${device}`, `a.${device}`]) assert.equal(accepts(name), true, name);
  }
});

for (
  const [names, accepted] of [
    [["a", "b"], true],
    [["a/b", "a/c"], true],
    [["a-b", "a/b"], true],
    [["ab/c", "a"], true],
    [["a", "a/b"], false],
    [["a/b", "a"], false],
    [["a/b/c", "a/b"], false],
    [["a/b/c", "A"], false],
    [["a/b", "a/B"], false],
    [["a", "a"], false],
  ] as const
) {
  Deno.test(`the names ${names.join(" and ")} are ${accepted ? "accepted" : "rejected"} together`, () => {
    assert.equal(accepts(...names), accepted);
  });
}
