import assert from "node:assert/strict";
import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { CardWriter } from "../../../hosts/routes/mod.ts";
import { createCardWriter } from "../../../hosts/painting/mod.ts";
import { within } from "../../waiting/mod.ts";

const READER = { formatLocale: "en", timeZone: "UTC", now: 0 };

type Written = Awaited<ReturnType<CardWriter["write"]>>;

const htmlOf = (written: Written) => written === null || written === "later" ? written : written.html;

const card = (markup: string) => ({ markup, css: "", propertiesCss: "" });

/** Takes a while: each formatting element is opened again in each paragraph. */
const SLOW = card(`${"<b><i><u><s>".repeat(40)}${"<p>a".repeat(4_000)}`);

/** The threads end with the tests, and not with one of them. */
const UNLIMITED = { sanitizeResources: false, sanitizeOps: false };

Deno.test("cards are written on a thread, one after the other", UNLIMITED, async () => {
  const writer = createCardWriter({ idle: 1 });
  const written = await Promise.all(
    ["<p onclick=a()>a</p>", "<p>b</p>"].map((markup) => writer.write(card(markup), READER, "ada")),
  );
  assert.deepEqual(written.map(htmlOf), ["<p>a</p>", "<p>b</p>"]);
});

Deno.test("a thread that has written many cards has no listener of each", UNLIMITED, async () => {
  const writer = createCardWriter({ idle: 1 });
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on("warning", warn);
  try {
    for (let count = 0; count < 12; count++) await writer.write(card("<p>a</p>"), READER, "ada");
    await setImmediate();
    assert.deepEqual(warnings, []);
  } finally {
    process.off("warning", warn);
  }
});

Deno.test("a thread without work for a while ends, and so does that of a slow card", UNLIMITED, async () => {
  const { terminate } = Worker.prototype;
  let ended = Promise.withResolvers<void>();
  Worker.prototype.terminate = function () {
    ended.resolve();
    return terminate.call(this);
  };
  try {
    await createCardWriter({ idle: 1 }).write(card("<p>a</p>"), READER, "ada");
    await within("an idle thread ends", ended.promise);
    const writer = createCardWriter({ timeout: 1, idle: 60_000 });
    await writer.write(card("<p>a</p>"), READER, "ada");
    ended = Promise.withResolvers();
    assert.equal(await writer.write(SLOW, READER, "ada"), "later");
    await within("the thread of a slow card ends", ended.promise);
  } finally {
    Worker.prototype.terminate = terminate;
  }
});

Deno.test("a card that takes too long has no markup, and the next one is written", UNLIMITED, async () => {
  const writer = createCardWriter({ timeout: 1, idle: 1 });
  assert.equal(htmlOf(await writer.write(card("<p>a</p>"), READER, "ada")), "<p>a</p>");
  assert.equal(await writer.write(SLOW, READER, "ada"), "later");
  assert.equal(htmlOf(await writer.write(card("<p>b</p>"), READER, "eve")), "<p>b</p>");
});

Deno.test("where too many cards wait, a further one has no markup", UNLIMITED, async () => {
  const writer = createCardWriter({ waiting: 1, idle: 1 });
  const written = await Promise.all(
    ["a", "b", "c"].map((text) => writer.write(card(text), READER, "ada")),
  );
  assert.deepEqual(written.map(htmlOf), ["a", "b", "later"]);
});

Deno.test("one user takes no places from others: of their cards only some wait", UNLIMITED, async () => {
  const writer = createCardWriter({ idle: 1 });
  const many = Array.from({ length: 250 }, () => writer.write(card("a"), READER, "ada"));
  const other = writer.write(card("b"), READER, "bob");
  assert.equal(htmlOf(await other), "b");
  const written = (await Promise.all(many)).map(htmlOf);
  assert.equal(written.filter((html) => html === "a").length, 60);
});

Deno.test("a card that was written frees a place of its own user, and no other's", UNLIMITED, async () => {
  const writer = createCardWriter({ idle: 1 });
  const first = writer.write(card("a"), READER, "ada");
  const many = Array.from({ length: 60 }, () => writer.write(card("b"), READER, "bob"));
  await first;
  assert.equal(htmlOf(await writer.write(card("b"), READER, "bob")), "later");
  await Promise.all(many);
});
