import assert from "node:assert/strict";
import { isPlainFont } from "../../../core/bytes/mod.ts";
import { buildFixedFont } from "../kept/fixed_font.ts";
import { type OpenCard, openChat, openSaved, openSealed, readResults } from "./card_places.ts";
import { sharedChat } from "./shared_chat.ts";
import { testFirefoxInSoak, testInEachBrowser } from "./each_browser.ts";
import { buildSvgFont, toWoff, toWoff2 } from "./font_files.ts";
import { ALLOWED_WAYS, OTHER_WAYS, widgetWithFonts } from "./font_ways.ts";

const PLACES: { readonly [name: string]: OpenCard } = {
  "a sealed canvas": openSealed,
  "a saved file": openSaved,
  "a chat": openChat(),
};

/** A font in each format. */
function inEachFormat(font: Uint8Array): { [type: string]: Uint8Array } {
  return { ttf: font, woff: toWoff(font), woff2: toWoff2(font) };
}

for (const [name, open] of Object.entries(PLACES)) {
  const test = name === "a sealed canvas" ? testInEachBrowser : testFirefoxInSoak;
  // claim: sealed-no-documents-by-fonts
  // claim: file-no-documents-by-fonts
  // claim: chat-no-documents-by-fonts
  test(
    `a widget in ${name} gets no font whose glyphs are documents`,
    () => sharedChat().sealed,
    async (page) => {
      const module = widgetWithFonts(inEachFormat(buildSvgFont()), { ...ALLOWED_WAYS, ...OTHER_WAYS });
      assert.deepEqual(await readResults(await open(sharedChat(), page, { module })), []);
    },
  );

  testFirefoxInSoak(`a widget in ${name} shows its own fonts`, () => sharedChat().sealed, async (page) => {
    const files = inEachFormat(buildFixedFont());
    const frame = await open(sharedChat(), page, { module: widgetWithFonts(files, ALLOWED_WAYS) });
    const ways = Object.keys(ALLOWED_WAYS);
    assert.deepEqual(
      await readResults(frame),
      Object.keys(files).flatMap((type) => ways.map((way) => `${type}: ${way}`)),
    );
  });
}

Deno.test("a font whose glyphs are documents is known by the directory of each format", () => {
  const [plain, drawn] = [buildFixedFont(), buildSvgFont()];
  for (const [type, file] of Object.entries(inEachFormat(plain))) assert.equal(isPlainFont(file), true, type);
  const rejected = {
    ...inEachFormat(drawn),
    "woff2 with the tag": toWoff2(drawn, ["SVG "]),
    "woff2 with all tags": toWoff2(drawn, ["cmap", "OS/2", "SVG "]),
    "a collection": new TextEncoder().encode("ttcf").buffer,
    "a text": new TextEncoder().encode("<svg/>"),
    nothing: new Uint8Array(0),
    "a directory that is cut": plain.slice(0, 60),
    "a directory of woff2 that is cut": toWoff2(plain).slice(0, 60),
  };
  for (const [name, file] of Object.entries(rejected)) {
    assert.equal(isPlainFont(new Uint8Array(file)), false, name);
  }
  assert.equal(isPlainFont(toWoff2(plain, ["cmap", "OS/2"])), true);
});

// claim: sealed-no-documents-by-fonts
Deno.test("a table that WOFF2 transforms has two lengths, also where its tag is spelled", () => {
  const tables = [[63, ..."glyf".split("").map((letter) => letter.charCodeAt(0)), 5, 0], [36, 9]];
  const head = new Uint8Array(48);
  head.set(new TextEncoder().encode("wOF2"));
  head[13] = tables.length;
  assert.equal(isPlainFont(Uint8Array.from([...head, ...tables.flat(), 0, 0])), false);
  tables[1]![0] = 1;
  assert.equal(isPlainFont(Uint8Array.from([...head, ...tables.flat(), 0, 0])), true);
});
