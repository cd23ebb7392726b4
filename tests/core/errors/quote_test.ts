import assert from "node:assert/strict";
import { quote } from "../../../core/errors/mod.ts";

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
