import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatBatchCommittedEvent } from "../../../core/commit/mod.ts";
import { eraseFromLog, openSink } from "../../../hosts/notifications/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";

const EVENT = formatBatchCommittedEvent({
  commitId: crypto.randomUUID(),
  userId: "ada",
  taskId: "t",
  localDate: "2026-03-01",
  kind: "diary",
  widgetCount: 1,
  committedAt: "2026-03-01T06:00:00.000Z",
  appUrl: "https://pages.example.com",
});

const WHOLE = '{"id":"before"}\n';

for (
  const [what, written, kept] of [
    ["no line", "", ""],
    ["a whole line", WHOLE, WHOLE],
    ["a part of its only line", '{"id":"bef', ""],
    ["a part of a line after a whole one", `${WHOLE}{"id":"bef`, WHOLE],
    ["a long part of a line after a whole one", `${WHOLE}${"x".repeat(10_000)}`, WHOLE],
    ["a long line that is whole", `${"x".repeat(10_000)}\n`, `${"x".repeat(10_000)}\n`],
  ] as const
) {
  Deno.test(`a notification is a line of its own in a log that has ${what}`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "tck-log-sink-"));
    const path = join(dataDir, "notifications.jsonl");
    try {
      await writeFile(path, written);
      await using open = openSink(undefined, { dataDir, clock: systemClock, read: () => undefined });
      await open.sink(EVENT, new AbortController().signal);
      assert.equal(await readFile(path, "utf8"), `${kept}${JSON.stringify(EVENT)}\n`);
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
}

Deno.test("a notification that cannot be written is a failure of its own, and the next one is written", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tck-log-sink-"));
  const path = join(dataDir, "notifications.jsonl");
  const { signal } = new AbortController();
  try {
    await mkdir(path);
    await using open = openSink(undefined, { dataDir, clock: systemClock, read: () => undefined });
    await assert.rejects(open.sink(EVENT, signal), { code: "EISDIR" });
    await rmdir(path);
    await Promise.all([open.sink(EVENT, signal), open.sink(EVENT, signal)]);
    assert.equal(await readFile(path, "utf8"), `${JSON.stringify(EVENT)}\n`.repeat(2));
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

// claim: erasure-complete
Deno.test("the notifications of a user are removed from a log with damaged lines, but not those of later commits", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tck-log-sink-"));
  const path = join(dataDir, "notifications.jsonl");
  const line = (userId: string, day: string) =>
    JSON.stringify({ ...EVENT, time: `2026-03-${day}T06:00:00.000Z`, data: { ...EVENT.data, userId } });
  const others = ["", "null", "7", '{"data":null}', '{"id":"bef', "\0\0", '{"userId":"ad', line("bob", "01")];
  const later = line("ada", "03");
  const write = (lines: readonly string[]) => writeFile(path, lines.map((each) => `${each}\n`).join(""));
  try {
    const damaged = line("ada", "01").slice(0, -9);
    await write([damaged, line("ada", "01"), ...others, later, line("ada", "02")]);
    assert.equal(await eraseFromLog(dataDir, "ada", new Date("2026-03-02T06:00:00.000Z")), 3);
    const kept = [...others, later].map((each) => `${each}\n`).join("");
    assert.equal(await readFile(path, "utf8"), kept);
    assert.equal(await eraseFromLog(dataDir, "ada"), 1);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
