import assert from "node:assert/strict";
import fc from "fast-check";
import { findStructuralFault, isExactNumber, type JsonText } from "../../../core/tckb/json_structure.ts";

/** A text that counts the characters that are read from it. */
class CountedText implements JsonText {
  steps = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get length(): number {
    return this.#text.length;
  }

  charCodeAt(at: number): number {
    this.steps++;
    return this.#text.charCodeAt(at);
  }

  indexOf(searched: string, from = 0): number {
    const found = this.#text.indexOf(searched, from);
    this.steps += (found === -1 ? this.length : found) - from + 1;
    return found;
  }

  slice(start: number, end: number): string {
    this.steps += end - start;
    return this.#text.slice(start, end);
  }
}

/** Each character is read as a character, as a part of a string or number, and as a possible escape. */
const READS_PER_CHARACTER = 4;

function assertLinear(text: string): void {
  const counted = new CountedText(text);
  findStructuralFault(counted, 64);
  const most = READS_PER_CHARACTER * text.length + 8;
  assert(counted.steps <= most, `${counted.steps} steps for ${text.length} characters`);
}

const LONG = 80_000;

for (
  const [what, text] of [
    ["a long escaped key and many colons", `{"\\u0061${"a".repeat(LONG)}"${":".repeat(LONG)}`],
    ["a long key and many colons with values", `{"${"a".repeat(LONG)}"${":1".repeat(LONG)}`],
    ["a long text in an array and many colons", `["${"a".repeat(LONG)}"${":".repeat(LONG)}`],
    ["a long text alone and many colons", `"${"a".repeat(LONG)}"${":".repeat(LONG)}`],
    ["many quotes after backslashes", `{"${'\\"'.repeat(LONG)}`],
    ["backslashes alone", `"${"\\".repeat(LONG)}"`],
    ["many empty strings", '""'.repeat(LONG)],
    ["many strings without an end", `${'"'.repeat(LONG)}a`],
    ["a long number", `[${"1".repeat(LONG)}]`],
    ["many signs", "-".repeat(LONG)],
    ["many numbers", "[" + "1e1,".repeat(LONG)],
    ["many closing brackets", "]".repeat(LONG)],
  ] as const
) {
  Deno.test(`${what}: the search for faults takes linear time`, () => assertLinear(text));
}

// claim: manifest-commit-checks
Deno.test("the search for faults takes linear time for any text", () => {
  const piece = fc.oneof(
    fc.constantFrom('"', "\\", "\\u0061", ":", ",", "{", "}", "[", "]", "-1e5", "0", " ", "a", '{"a":'),
    fc.string({ maxLength: 5 }),
  );
  const repeated = fc.tuple(piece, fc.nat({ max: 300 })).map(([text, times]) => text.repeat(times));
  fc.assert(fc.property(fc.array(fc.oneof(piece, repeated), { maxLength: 30 }), (pieces) => {
    assertLinear(pieces.join(""));
  }));
});

// claim: manifest-commit-checks
Deno.test("keys that V8 would hash alike take as long as others", () => {
  const measure = (key: (index: number) => number): number => {
    const text = `{${Array.from({ length: 10_000 }, (_, index) => `"${key(index)}":1`).join()}}`;
    const times = [1, 2, 3].map(() => {
      const start = performance.now();
      assert.equal(findStructuralFault(text, 64), null);
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  const others = measure((index) => index * 1e12);
  const alike = measure((index) => 4_294_967_294 - index * 65_536);
  assert.ok(alike < 20 * others + 20, `${alike} ms, others ${others} ms`);
});

Deno.test("JSON without duplicate keys has no fault", () => {
  fc.assert(fc.property(fc.json({ maxDepth: 5 }), (text) => {
    assert.equal(findStructuralFault(text, 64), null, text);
  }));
});

// claim: manifest-commit-checks
Deno.test("a key that occurs twice is found at any depth, with the path of its object", () => {
  const text = '{"a":[0,{"b":{"x":{"y":1},"\\u0078":2}}]}';
  assert.deepEqual(findStructuralFault(text, 64), { kind: "key", path: ["a", 1, "b"], key: "x" });
});

Deno.test("an escaped quote does not end a string, a quote after an escaped backslash does", () => {
  assert.deepEqual(findStructuralFault('{"b\\"c":{"d":1},"b\\"c":2}', 64), {
    kind: "key",
    path: [],
    key: 'b"c',
  });
  assert.equal(findStructuralFault('{"a":"\\" 9007199254740993"}', 64), null);
  assert.equal(findStructuralFault('{"a":"\\\\\\" 9007199254740993"}', 64), null);
  assert.equal(findStructuralFault('{"a":["\\\\",9007199254740993]}', 64)?.kind, "number");
});

Deno.test("equal keys of different objects, and values equal to keys, are not duplicates", () => {
  assert.equal(findStructuralFault('{"a":{"a":"a"},"b":[{"a":1},{"a":1}],"c":"a"}', 64), null);
});

// claim: manifest-commit-checks
Deno.test("the depth is limited exactly", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  assert.equal(findStructuralFault(nested(64), 64), null);
  assert.deepEqual(findStructuralFault(nested(65), 64), { kind: "depth" });
  assert.equal(findStructuralFault("[[],[]]".repeat(2), 2), null, "siblings are not nested");
});

Deno.test("a number that a double does not hold is found with its path", () => {
  const text = '{"a":["9007199254740993",1,{"b":9007199254740993}]}';
  assert.deepEqual(findStructuralFault(text, 64), {
    kind: "number",
    path: ["a", 2, "b"],
    source: "9007199254740993",
  });
});

for (
  const source of [
    ...["0", "-0", "0.1", "-12.50", "1e3", "1E+3", "100000000000000", "0.000001", "1e-7", "0e9", "0.0e-999"],
    ...["9007199254740991", "9007199254740992", "-9007199254740994", "1152921504606846976", "1e23", "1e308"],
    ...[
      "0.30000000000000004",
      "1.7976931348623157e308",
      "5e-324",
      "100000000000000000000",
      "1.0000000000000000000",
    ],
  ]
) {
  Deno.test(`a double holds ${source}`, () => assert.equal(isExactNumber(source), true));
}

for (
  const source of [
    ...["9007199254740993", "-9007199254740993", "1e309", "-1e400", "1e-400", "3e-324"],
    ...["0.1234567890123456789", "3.14159265358979323846", "1152921504606846977", "123456789012345678e-3"],
    `1${"0".repeat(400)}`,
    `0.${"3".repeat(1000)}`,
  ]
) {
  Deno.test(`a double does not hold ${source.slice(0, 40)}`, () =>
    assert.equal(isExactNumber(source), false));
}

Deno.test("a double holds every number that JSON.stringify writes", () => {
  fc.assert(fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
    assert.equal(isExactNumber(JSON.stringify(value)), true);
  }));
});

Deno.test("a double holds every integer that equals one", () => {
  fc.assert(fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (value) => {
    if (BigInt(Number(value)) === value) assert.equal(isExactNumber(String(value)), true);
  }));
});
