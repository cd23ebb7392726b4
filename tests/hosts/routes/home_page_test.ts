import assert from "node:assert/strict";
import { sql } from "kysely";
import { BATCH_KINDS, type BatchKind } from "../../../core/contract/mod.ts";
import { formatBatchId } from "../../../core/naming/mod.ts";
import { makeEnvelope } from "./envelopes.ts";
import { openStores, serveStack, sessionCookie, type Stack, type Stores } from "./stack.ts";

let stores: Stores;
let stack: Stack;

Deno.test.beforeAll(async () => {
  stores = await openStores();
  stack = serveStack(stores);
});
Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

/** Commits a batch with a card of each title. */
async function commit(user: string, localDate: string, kind: BatchKind, titles: readonly string[]) {
  const bundles = await Promise.all(titles.map((title) => makeEnvelope({ manifest: { title } })));
  await stores.commit(user, localDate, kind, bundles.map(({ bytes }) => bytes));
}

async function open(user: string, path: string, language = "en"): Promise<string> {
  const headers = { cookie: await sessionCookie(user), "Accept-Language": language };
  const response = await fetch(stack.web.url + path, { headers });
  assert.equal(response.status, 200, path);
  return await response.text();
}

/** Copies the only batch of a user to other days and kinds: a commit of each would take most of the time. */
async function copyBatch(
  user: string,
  batches: readonly { day: string; kind: BatchKind; commit: string }[],
): Promise<void> {
  for (const table of ["commits", "widgets"]) {
    await sql`insert into ${sql.table(table)} select copied.* from ${sql.table(table)} as original,
      jsonb_to_recordset(${JSON.stringify(batches)}::jsonb) as batch (day text, kind text, commit text),
      jsonb_populate_record(original, jsonb_build_object('local_date', batch.day, 'kind', batch.kind,
        'commit_id', batch.commit, 'widget_id', batch.commit)) as copied
      where original.user_id = ${user}`.execute(stores.database.kysely);
  }
}

/** The ids of the batches that a page links, in their order. */
function listedBatches(page: string): string[] {
  return [...page.matchAll(/<li><a href="\/feed\/([^"]+)">/g)].map(([, batchId]) => batchId!);
}

/** Where a link to older or newer pages leads, or null. */
function linkOf(page: string, rel: "prev" | "next"): string | null {
  return new RegExp(`rel="${rel}" href="([^"]+)"`).exec(page)?.[1] ?? null;
}

Deno.test("the home page of a user without batches says so, and has no field for a date", async () => {
  const page = await open("nobody", "/");
  assert.match(page, /There are no pages yet/);
  assert.doesNotMatch(page, /<form class="page-date"|page-week|page-neighbour/);
  assert.match(await open("nobody", "/", "de"), /Es gibt noch keine Seiten/);
});

Deno.test("the home page shows one batch with its week, its day and the titles of its first cards", async () => {
  await commit("one", "2026-03-01", "morning_brief", [
    "Weather",
    "Agenda",
    "Mail",
    "Trains",
    "News",
    "Chess",
  ]);
  const page = await open("one", "/");
  assert.deepEqual(listedBatches(page), ["20260301-morning-brief"]);
  assert.match(page, /<h2 id="week-2026-02-23">Feb 23 – Mar 1, 2026</);
  assert.match(page, /<time datetime="2026-03-01"><span>Sunday<\/span> <span>March 1</);
  assert.match(page, /Morning brief<.*>Weather · Agenda · Mail · Trains · 2\u00a0more</s);
  assert.match(await open("one", "/", "de"), /23\. Feb\. – 1\. März 2026.*Sonntag.*2\u00a0weitere</s);
  assert.doesNotMatch(page, /page-neighbour/);
});

Deno.test("the batches of a day are listed together, the one that was committed last first", async () => {
  await commit("day", "2026-03-02", "evening_brief", ["Evening"]);
  await commit("day", "2026-03-02", "diary", ["Diary"]);
  await commit("day", "2026-03-01", "diary", ["Diary"]);
  const page = await open("day", "/");
  assert.deepEqual(listedBatches(page), ["20260302-diary", "20260302-evening-brief", "20260301-diary"]);
  assert.deepEqual([page.split('class="page-day"').length, page.split('class="page-week"').length], [3, 3]);
});

Deno.test("a date leads to its day, or says that it has no page and shows the days before it", async () => {
  await commit("dates", "2026-03-04", "diary", ["Diary"]);
  await commit("dates", "2026-03-02", "diary", ["Diary"]);
  const second = await open("dates", "/?date=2026-03-02");
  assert.deepEqual(listedBatches(second), ["20260302-diary"]);
  assert.equal(linkOf(second, "next"), "/");
  assert.doesNotMatch(second, /role="status"/);
  const between = await open("dates", "/?date=2026-03-03");
  assert.match(between, /role="status">There is no page for March 3, 2026\.</);
  assert.deepEqual(listedBatches(between), ["20260302-diary"]);
  const before = await open("dates", "/?date=2026-03-01");
  assert.match(before, /There is no page for March 1, 2026\./);
  assert.deepEqual([listedBatches(before), linkOf(before, "next")], [[], "/"]);
  for (const text of ["1.3.2026", "2026-02-30", "%3Cb%3E"]) {
    const invalid = await open("dates", `/?date=${text}`);
    assert.match(invalid, /role="status">This is not a date\./);
    assert.equal(listedBatches(invalid).length, 2, text);
  }
  assert.equal(listedBatches(await open("dates", "/?date=")).length, 2);
  for (const date of ["0001-01-01", "9999-12-31"]) await open("dates", `/?date=${date}`);
});

Deno.test("the links to older and newer pages show each of 999 batches, in whole days", async () => {
  await commit("many", "2026-01-01", BATCH_KINDS[0], ["Card"]);
  const dayOf = new Map<string, string>();
  const batches: { day: string; kind: BatchKind; commit: string }[] = [];
  for (let day = 0; day < 200; day++) {
    const localDate = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    // The newest day has one less, so that pages would end within a day.
    for (const kind of BATCH_KINDS.slice(day === 199 ? 1 : 0)) {
      dayOf.set(formatBatchId(localDate, kind), localDate);
      if (dayOf.size > 1) batches.push({ day: localDate, kind, commit: crypto.randomUUID() });
    }
  }
  await copyBatch("many", batches);
  const all = [...dayOf.keys()];
  for (const rel of ["prev", "next"] as const) {
    const start = rel === "prev" ? "/" : "/?date=2026-01-01";
    const seen = new Set<string>();
    for (let path: string | null = start; path !== null;) {
      const page: string = await open("many", path);
      const listed = listedBatches(page);
      assert.ok(listed.length <= 40, path);
      const days = new Set(listed.map((batchId) => dayOf.get(batchId)));
      const whole = all.filter((batchId) => days.has(dayOf.get(batchId)));
      assert.equal(listed.length, whole.length, `${path} has a part of a day`);
      for (const batchId of listed) seen.add(batchId);
      path = linkOf(page, rel);
    }
    assert.deepEqual([...seen].toSorted(), all.toSorted(), rel);
  }
});
