import assert from "node:assert/strict";
import { countFilling, placeCards } from "../../../web/canvas/card_layout.ts";
import { openLink } from "../../../web/canvas/page/open_link.ts";
import { withGlobals } from "./page_globals.ts";

const grid = (...sizes: string[]) => ({ cardType: "grid", sizes });
const feed = (...sizes: string[]) => ({ cardType: "feed", sizes });

Deno.test("cards of the column have rows of their own, and each run of grid cards as many rows as it needs", () => {
  const places = placeCards([
    feed("fill-auto"),
    grid("2x2"),
    grid("1x1"),
    grid("1x1"),
    feed("2x2", "fill-auto"),
    null,
    grid("1x1"),
    feed("1x1"),
  ]);
  assert.deepEqual(places.map(({ size }) => size), [
    "fill-auto",
    "2x2",
    "1x1",
    "1x1",
    "fill-auto",
    "fill-auto",
    "1x1",
    "1x1",
  ]);
  assert.deepEqual(places.map(({ row }) => row), [0, 1, 1, 1, 3, 4, 5, 6]);
  assert.deepEqual(places.map(({ placement }) => placement?.column ?? null), [
    null,
    0,
    2,
    3,
    null,
    null,
    0,
    null,
  ]);
  assert.deepEqual(placeCards([grid("fill-auto", "2x2", "1x1")]).map(({ size }) => size), ["2x2"]);
  assert.deepEqual(placeCards([]), []);
  assert.deepEqual(placeCards([grid("huge"), { cardType: "grid", sizes: 7 }]).map(({ size }) => size), [
    "fill-auto",
    "fill-auto",
  ]);
});

/** Opens a link that a manifest declares and the reader confirms, in a page whose reader has just clicked or not, and returns what was called. */
async function open(href: string, isActive = true, inNewTab = false): Promise<unknown[][]> {
  const calls: unknown[][] = [];
  const globals = {
    location: {
      href: "https://app.example/feed/a?b",
      origin: "https://app.example",
      assign: (url: URL) => calls.push(["assign", url.href]),
    },
    navigator: { userActivation: { isActive } },
    open: (url: URL, ...more: unknown[]) => calls.push(["open", url.href, ...more]),
  };
  await withGlobals(
    globals,
    () =>
      openLink({ href, inNewTab, isChosen: true }, () => Promise.resolve(true), {
        ask: (_address, onConfirm) => onConfirm(),
        confirmed: new Set(),
      }),
  );
  return calls;
}

Deno.test("the first cards fill a height with the least heights that they can have", () => {
  const auto = { cardType: "feed", sizes: ["fill-auto"] };
  const large = { cardType: "feed", sizes: ["4x4"] };
  const small = { cardType: "grid", sizes: ["1x1"] };
  assert.equal(countFilling(Array(20).fill(auto), 900), 8);
  assert.equal(countFilling([large, auto, auto, auto], 700), 1);
  assert.equal(countFilling(Array(20).fill(small), 300), 8, "four in a row of 168");
  assert.equal(countFilling([auto, null], 900), 2);
  assert.equal(countFilling([], 900), 0);
});

Deno.test("a declared link opens in this page if it is this site's, else in a window without an opener", async () => {
  assert.deepEqual(await open("/feed/b#c"), [["assign", "https://app.example/feed/b#c"]]);
  assert.deepEqual(await open("?c"), [["assign", "https://app.example/feed/a?c"]]);
  const elsewhere = ["_blank", "noopener,noreferrer"];
  assert.deepEqual(await open("https://other.example/a"), [[
    "open",
    "https://other.example/a",
    ...elsewhere,
  ]]);
  assert.deepEqual(await open("//other.example"), [["open", "https://other.example/", ...elsewhere]]);
  assert.deepEqual(await open("mailto:a@b.example"), [["open", "mailto:a@b.example", ...elsewhere]]);
  for (
    const href of [
      "javascript:alert(1)",
      "data:text/html,a",
      "blob:https://app.example/1",
      "file:///a",
      "https://",
      "ftp://a",
    ]
  ) {
    assert.deepEqual(await open(href), [], href);
  }
  assert.deepEqual(await open("/feed/b", false), []);
  assert.deepEqual(await open("/feed/b", true, true), [["open", "https://app.example/feed/b", ...elsewhere]]);
});
