import assert from "node:assert/strict";
import {
  hasLineLikeAddress,
  hasPartLikeAddress,
  isLikeAddress,
} from "../../../web/canvas/frame/addresses/address_texts.ts";

/** What Firefox or Chromium opens: by a menu, or where it is dropped. */
const ADDRESSES = [
  "http://127.0.0.1/x",
  " \u0001http:x y",
  "http:\\\\x",
  "data:,a text",
  "ht\ttp://x/a text",
  "2130706433:8080/x",
  "0x7f000001:8080",
  "017700000001:1",
  "127.1:80",
  "1nas:8080/x",
  "x@2130706433/x",
  "(@nas",
  "localhost? a text",
  "nas/a text/",
  "//nas/a text/",
  "http;//nas/a text",
  "[::1]",
  "elsewhere.example",
  "elsewhere。example",
  "elsewhere.example/a text",
  "else\twhere.example",
  "else\rwhere.example",
  "\u200belsewhere.example\0",
  "else\uFEFFwhere.example",
  "else\uFEFFwhere.example/a text",
  "elsewhere.example\uFEFF/a text",
  "127.0.0.1\uFEFF:8080/a text",
  "http:\uFEFF//elsewhere.example/a text",
  "data:\uFEFF,a text",
  "elsewhere%2Eexample",
  "127%2e0%2e0%2e1",
  "elsewhere%E3%80%82example",
  "user%40elsewhere%2Eexample",
  "a".repeat(10_001),
];

const TEXTS = [
  "",
  "word",
  "a text",
  "Note: 3.5 of 10. And more",
  "12:30 Lunch",
  "8,630",
  "20 °C",
  "#1 of 3",
  "100%",
  "20%–30%",
];

// claim: sealed-drag-no-address
// claim: sealed-menu-no-address
Deno.test("a text that a browser may open is like an address, and so is a text with such a line", () => {
  for (const text of ADDRESSES) {
    assert.ok(isLikeAddress(`\n ${text} \n`), JSON.stringify(text));
    assert.ok(hasLineLikeAddress(text), JSON.stringify(text));
    assert.ok(text.length > 10_000 || hasPartLikeAddress(`a ${text} text`), JSON.stringify(text));
    assert.ok(hasLineLikeAddress(`a text\n\n ${text}\na text`), JSON.stringify(text));
  }
  for (const text of TEXTS) {
    assert.ok(!isLikeAddress(text), JSON.stringify(text));
    assert.ok(!hasLineLikeAddress(`a text\n${text}\na text`), JSON.stringify(text));
  }
});
