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
    ["ends in CRLF", `/*! tckb css=${CSS} properties=- */\r\n`],
    ["has code after it", `/*! tckb css=- properties=- */ evil();\n`],
    ["has a short hash", `/*! tckb css=${CSS.slice(1)} properties=- */\n`],
    ["has a long hash", `/*! tckb css=${CSS}a properties=- */\n`],
    ["has a hash in base64", `/*! tckb css=${"+".repeat(64)} properties=- */\n`],
    ["has the hashes in another order", `/*! tckb properties=- css=- */\n`],
    ["has another field", `/*! tckb version=2 ${"x".repeat(150)} css=- properties=- */\n`],
    ["has one hash only", `/*! tckb css=- */\n`],
    ["has two spaces at the beginning", `/*!  tckb css=- properties=- */\n`],
    ["has two spaces between the hashes", `/*! tckb css=-  properties=- */\n`],
    ["has no space at the beginning", `/*!tckb css=- properties=- */\n`],
    ["has a tab", `/*! tckb\tcss=- properties=- */\n`],
    ["is in upper case", `/*! TCKB CSS=- PROPERTIES=- */\n`],
    ["is an ordinary comment", `/* tckb css=- properties=- */\n`],
    ["is a comment of one line", `//! tckb css=- properties=-\n`],
    ["follows a byte order mark", `\ufeff/*! tckb css=- properties=- */\n`],
    ["follows a hashbang", `#!/usr/bin/env node\n/*! tckb css=- properties=- */\n`],
    ["follows a space", ` /*! tckb css=- properties=- */\n`],
    ["follows a directive", `"use client";\n/*! tckb css=- properties=- */\n`],
    ["follows a license", `/*! MIT ${"x".repeat(3000)} */\n/*! tckb css=${CSS} properties=- */\n`],
  ] as const
) {
  Deno.test(`a stylesheet line that ${what} is rejected`, () => {
    assert.throws(() => parse(`${text}export default 1`), { code: "module.stylesheet_line" });
  });
}

for (
  const text of [
    "export default 1",
    "",
    "/*! weather widget */\n",
    "/*! tckb weather widget */\n",
    "// made by tckb\nconst css = 1;\n",
    "const tckb = '/*'; css = 1",
  ]
) {
  Deno.test(`a module that begins with ${JSON.stringify(text)} has no stylesheet line`, () => {
    assert.equal(parse(text), null);
  });
}
