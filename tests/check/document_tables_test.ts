// @reads docs/
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { CARD_FAILURES } from "../../core/contract/mod.ts";
import { PROBLEMS } from "../../hosts/routes/http/problem.ts";
import { listFixedCommands } from "../../preview/shell/palette/commands.ts";
import { VIEWS } from "../../preview/shell/state/url_state.ts";
import { REVIEW_KEYS } from "../../preview/shell/review/review_keys.ts";

const read = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), "utf8");

/** The texts in backticks of a document's part. */
const listCode = (part: string): string[] => [...part.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** The status of a problem of the HTTP routes; null for another code. */
const statusOf = (code: string): string | null =>
  PROBLEMS.isCode(code) ? String(PROBLEMS.statusOf(code)) : null;

/** The rows of the first table after a text, each as its cells. */
function readTable(document: string, before: string): string[][] {
  const [, table] = /\n(\|[^]*?)\n\n/.exec(document.slice(document.indexOf(before)))!;
  return table!.split("\n").slice(2).map((row) => row.split(" | ").map((cell) => cell.trim()));
}

Deno.test("each code of a table of statuses in docs/http.md has that status", async () => {
  const rows = readTable(await read("http.md"), "has the code in the record of the bundle");
  assert.equal(rows.length, 13);
  for (const [status, codes] of rows) {
    for (const code of listCode(codes!)) assert.equal(`| ${statusOf(code)}`, status, code);
  }
});

Deno.test("where a guide has a status before a code, the code has it", async () => {
  for (
    const name of [
      "operations.md",
      "settings.md",
      "http.md",
      "embedding.md",
      "chat.md",
      "export.md",
      "commands.md",
    ]
  ) {
    const text = (await read(name)).replaceAll(/\s+/g, " ");
    for (const [, status, code] of text.matchAll(/\b([45]\d\d) `([a-z_]+\.[a-z_]+)`/g)) {
      assert.equal(statusOf(code!), status, `${name}: ${code}`);
    }
  }
});

Deno.test("the failures of a card in docs/embedding.md are those of its event", async () => {
  const text = (await read("embedding.md")).replaceAll(/\s+/g, " ");
  const [, list] = /`failure` one of (.*?), or null/.exec(text)!;
  assert.deepEqual(listCode(list!), [...CARD_FAILURES]);
});

Deno.test("the keys in docs/preview.md are those of the workbench", async () => {
  const text = await read("preview.md");
  const documented = readTable(text, "## Keys").flatMap(([keys]) => listCode(keys!));
  const keys = listFixedCommands({ isSite: false, views: VIEWS }).flatMap(({ key }) => key ?? []);
  assert.deepEqual(documented.sort(), keys.filter((key) => key !== "?").sort());
  assert.ok(text.includes("`?` lists all keys"));
});

Deno.test("the keys in docs/snapshots.md are those of a review", async () => {
  const documented = readTable(await read("snapshots.md"), "A person accepts or rejects each").flatMap(
    ([keys]) => listCode(keys!),
  );
  const own = REVIEW_KEYS.flatMap(({ shown }) => shown.split(" or ")[0]!.toLowerCase());
  assert.deepEqual(documented.map((key) => key.toLowerCase()).sort(), [...own].sort());
});
