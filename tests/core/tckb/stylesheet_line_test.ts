import assert from "node:assert/strict";
import { formatStylesheetLine, parseStylesheetLine } from "../../../core/tckb/mod.ts";

const CSS = "a".repeat(64);
const PROPERTIES = "B-_".padEnd(64, "9");
const parse = (text: string): unknown => parseStylesheetLine(new TextEncoder().encode(text));

for (const css of [CSS, null]) {
  for (const propertiesCss of [PROPERTIES, null]) {
    Deno.test(`a line with ${css ? "a" : "no"} css and ${propertiesCss ? "" : "no "}properties is read back`, () => {
      const hashes = { css, propertiesCss };
      assert.deepEqual(parse(`${formatStylesheetLine(hashes)}\nexport default 1`), hashes);
    });
  }
}

for (
  const [what, text] of [
    ["is not the first", `\n/*! tckb css=- properties=- */\n`],
    ["is not ended", `/*! tckb css=- properties=- */`],
    ["ends in a carriage return", `/*! tckb css=- properties=- */\r\n`],
    ["has code behind it", `/*! tckb css=- properties=- */ evil();\n`],
    ["has a short hash", `/*! tckb css=${CSS.slice(1)} properties=- */\n`],
    ["has the hashes in another order", `/*! tckb properties=- css=- */\n`],
  ] as const
) {
  Deno.test(`a line that ${what} is an ordinary comment`, () => {
    assert.equal(parse(text), null);
  });
}
