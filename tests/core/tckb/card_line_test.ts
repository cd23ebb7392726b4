import assert from "node:assert/strict";
import { buildZip } from "../../../fixtures/tckb/zip_builder.ts";
import { envelope, hash, MODULE } from "../../../fixtures/tckb/envelope.ts";
import { formatKitLine } from "../../../core/contract/mod.ts";
import {
  formatCardLine,
  formatStylesheetLine,
  leaveOutCards,
  parseCardLine,
  parseStylesheetLine,
  readTckb,
  type Tckb,
  writeTckb,
} from "../../../core/tckb/mod.ts";

const FIRST = formatStylesheetLine({ css: null, propertiesCss: null });
const KIT = formatKitLine("0.2.0");
const [EN, DE] = ["a".repeat(64), "B-_".padEnd(64, "9")];
const CARDS = new Map([["en", EN], ["de-AT", DE]]);

const toBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const parse = (...lines: string[]) =>
  Object.fromEntries(parseCardLine(toBytes(`${lines.join("\n")}\nexport {};`)));

Deno.test("a card line is read back after the stylesheet line, with and without the line of the kit", () => {
  const line = formatCardLine(CARDS);
  const expected = Object.fromEntries(CARDS);
  assert.deepEqual(parse(FIRST, line), expected);
  assert.deepEqual(parse(FIRST, KIT, line), expected);
  const all = new Map(Array.from({ length: 57 }, (_, index) => [`${"x".repeat(60)}-${index}`, EN]));
  assert.deepEqual(parse(FIRST, KIT, formatCardLine(all)), Object.fromEntries(all));
});

Deno.test("a line at another place, or in another form, covers no markup", () => {
  const line = formatCardLine(CARDS);
  for (
    const lines of [
      [line],
      [KIT, line],
      [FIRST, "", line],
      [FIRST, KIT, KIT, line],
      [FIRST, KIT, `${line} evil()`],
      [FIRST, KIT, line.replace(" */", "")],
      [FIRST, KIT, line.replace("/*!", "/*")],
      [FIRST, KIT, line.replace(EN, EN.slice(1))],
      [FIRST, KIT, line.replace("card.en", "card.e/n")],
      [FIRST, KIT, line.replace("card.en", "card.")],
      [FIRST, KIT, line.replace("card.de-AT", "card.en")],
      [FIRST, KIT, "/*! tckb */"],
    ]
  ) assert.deepEqual(parse(...lines), {}, lines.join("\n"));
});

Deno.test("a reader that knows no card line finds the stylesheet line as it was", () => {
  const module = toBytes(`${FIRST}\n${KIT}\n${formatCardLine(CARDS)}\nexport {};`);
  assert.deepEqual(parseStylesheetLine(module), { css: null, propertiesCss: null });
});

Deno.test("the markup that the line lists is written and read; other markup is an unknown entry", async () => {
  const card = toBytes("<p>sunny</p>");
  const line = formatCardLine(new Map([["en", await hash(card)]]));
  const written = await writeTckb({
    module: toBytes(`${FIRST}\n${KIT}\n${line}\n${MODULE}`),
    manifest: { id: "weather" },
    cards: new Map([["en", card]]),
  });
  assert.deepEqual([...(await readTckb(written)).cards], [["en", card]]);
  const uncovered = buildZip({ entries: envelope({ "card.en.html": "<p>sunny</p>" }) });
  const { cards, entries } = await readTckb(uncovered);
  assert.equal(cards.size, 0);
  assert.ok(entries.some(({ name }) => name === "card.en.html"));
});

Deno.test("an envelope without the markup that its line lists has the same hash and no markup, and nothing else is lost", async () => {
  const card = toBytes("<p>sunny</p>".repeat(100));
  const line = formatCardLine(new Map([["en", await hash(card)]]));
  const module = toBytes(`${FIRST}\n${KIT}\n${line}\n${MODULE}`);
  const written = await writeTckb({ module, manifest: { id: "weather" }, cards: new Map([["en", card]]) });
  const short = leaveOutCards(written);
  const [before, after] = [await readTckb(written), await readTckb(short)];
  assert.deepEqual([after.hash, after.module, after.manifest], [before.hash, module, { id: "weather" }]);
  assert.equal(after.cards.size, 0);
  const names = ({ entries }: Tckb) =>
    entries.map(({ name }) => name).filter((name) => name !== "card.en.html");
  assert.deepEqual(after.entries.map(({ name }) => name), names(before));
  assert.deepEqual(short, await writeTckb({ module, manifest: { id: "weather" } }));
  assert.equal(leaveOutCards(short), short);
  assert.throws(() => leaveOutCards(toBytes("no archive")), { code: /^zip\./ });
});
