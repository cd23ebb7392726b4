import assert from "node:assert/strict";
import { describeCard } from "../../../core/chat_text/mod.ts";
import type { JsonObject } from "../../../core/manifest/mod.ts";

const MANIFEST = { id: "steps", title: "Steps", cardType: "feed", sizes: ["1x1"] };

// claim: limits-hold
Deno.test("the text of a card lists its first values, and stays short whatever their names are", () => {
  let state: JsonObject = { list: Array.from({ length: 400 }, (_, index) => index) };
  for (let depth = 0; depth < 58; depth++) state = { ["\u0001".repeat(300)]: state };
  const text = describeCard(MANIFEST, state, "en");
  assert.ok(text.length < 70_000, `it has ${text.length} characters`);
  assert.match(text, /…\S*\.list\[0\]: 0\n/);
  assert.match(text, /\nand more values$/);
});

Deno.test("a value is listed with its whole path, and exactly as many as there are", () => {
  const state = { days: [{ steps: 1 }, { "a b": "x" }], none: null };
  assert.equal(
    describeCard(MANIFEST, state, "en"),
    'title: "Steps"\ndata.days[0].steps: 1\ndata.days[1]."a b": "x"\ndata.none: null',
  );
  const values = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`a${index}`, index]));
  assert.equal(describeCard(MANIFEST, values, "en").split("\n").length, 201);
  assert.match(describeCard(MANIFEST, { ...values, b: 1 }, "en"), /\ndata\.a199: 199\nand more values$/);
});
