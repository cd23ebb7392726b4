import assert from "node:assert/strict";
import { escapeControls, quote } from "../../../core/errors/mod.ts";

Deno.test("a quoted text cannot control a terminal nor show its letters in another order", () => {
  assert.equal(quote("a\u001b[31m\u009b31m\u007f"), String.raw`"a\u001b[31m\u009b31m\u007f"`);
  assert.equal(
    quote("\u202egpj.exe\u2066\u200f\u2028\ufeff"),
    String.raw`"\u202egpj.exe\u2066\u200f\u2028\ufeff"`,
  );
  assert.equal(quote("Łódź é 日本 👩‍👧"), '"Łódź é 日本 👩‍👧"');
});

Deno.test("a quoted text is the JSON of its first 80 characters", () => {
  for (const text of ["", 'a"b\\c', "\u202e", "x".repeat(80)]) assert.equal(JSON.parse(quote(text)), text);
  assert.equal(quote("x".repeat(81)), `"${"x".repeat(80)}…"`);
});

Deno.test("every control character and mark of direction of a text is escaped, but those that are kept", () => {
  const ranges = [[0, 0x1f], [0x7f, 0x9f], [0x61c, 0x61c], [0x200e, 0x200f], [0x2028, 0x202e], [
    0x2066,
    0x2069,
  ]];
  const controls = ranges.flatMap(([first, last]) =>
    Array.from({ length: last! - first! + 1 }, (_, index) => first! + index)
  );
  for (const code of controls) {
    const escaped = `\\u${code.toString(16).padStart(4, "0")}`;
    assert.equal(escapeControls(`a${String.fromCharCode(code)}b`), `a${escaped}b`);
  }
  assert.equal(escapeControls("a\n\tb\r", "\n\t"), "a\n\tb\\u000d");
  const printed = "Łódź é 日本 👩‍👧 \u00a0\\n";
  assert.equal(escapeControls(printed), printed);
});

Deno.test("JSON whose control characters are escaped is JSON of the same value", () => {
  const value = { ["k\u009b"]: "\u001b[31m\u009b\u202e\\u009b\n\u2028\u007f" };
  assert.deepEqual(JSON.parse(escapeControls(JSON.stringify(value))), value);
});
