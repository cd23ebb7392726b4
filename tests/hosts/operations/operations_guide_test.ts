import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { formatBatchCommittedEvent } from "../../../core/commit/mod.ts";
import { type ProblemCode, PROBLEMS } from "../../../hosts/routes/http/problem.ts";

// @reads hosts/ core/
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const readGuide = (name: string) => readFile(`${ROOT}docs/${name}.md`, "utf8");

/** The sources of the services, joined. */
async function readSources(): Promise<string> {
  const texts: string[] = [];
  for (const folder of ["hosts", "core"]) {
    for (const path of await readdir(ROOT + folder, { recursive: true })) {
      if (/^(?!.*node_modules).*\.tsx?$/.test(path)) {
        texts.push(await readFile(`${ROOT}${folder}/${path}`, "utf8"));
      }
    }
  }
  return texts.join("\n");
}

/** The cells of the rows of the table below a text of a guide. */
async function readTable(guide: string, beginning: string): Promise<string[][]> {
  const [, rest] = (await readGuide(guide)).split(beginning);
  assert.ok(rest, beginning);
  const rows = rest.slice(rest.indexOf("\n|") + 1).split("\n\n")[0]!.split("\n").slice(2);
  return rows.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
}

const listCode = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, code]) => code!);

Deno.test("the guide to the log has each event, and no other", async () => {
  const sources = await readSources();
  const named = Array.from(
    sources.matchAll(/\bevent: "([a-z_]+)"|info\("(commit_\w+)"/g),
    ([, one, other]) => one ?? other!,
  );
  const begun = ["command_message", "process_failed", "service_started"];
  const rows = await readTable("log", "The events, beside ");
  const documented = [...begun, ...rows.flatMap(([events]) => listCode(events!))];
  assert.deepEqual([...new Set(named)].filter((event) => !documented.includes(event)), []);
  const isThere = (event: string) =>
    sources.includes(`"${event}"`) ||
    (event.startsWith("commit_request_") && sources.includes(`  ${event.slice(15)}: {`));
  assert.deepEqual(documented.filter((event) => !isThere(event)), []);
});

Deno.test("the guide's notification is what a commit queues", async () => {
  const guide = await readGuide("settings");
  const [, example] = /\n## Notifications\n[^]*?```json\n([^]*?)```/.exec(guide)!;
  const expected = formatBatchCommittedEvent({
    commitId: "018f2a4e-0000-7000-8000-000000000001",
    appUrl: "https://pages.example.com",
    userId: "ada",
    taskId: "t1",
    localDate: "2026-01-31",
    kind: "morning_brief",
    widgetCount: 6,
    committedAt: "2026-01-31T06:00:00.000Z",
  });
  assert.deepEqual(JSON.parse(example!), expected);
});

Deno.test("the guide states the statuses of the codes that the routes of bundles answer", async () => {
  const rows = await readTable("http", "`/api/widgets/v1/{hash}/…` has `widget.mjs`");
  assert.ok(rows.length > 10);
  for (const [status, codes] of rows) {
    for (const code of listCode(codes!)) {
      assert.equal(PROBLEMS.statusOf(code as ProblemCode), Number(status), code);
    }
  }
});
