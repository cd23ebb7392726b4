// @reads docs/snapshots.md
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { LAYOUT_RULES } from "../../../preview/layout_rules.ts";

Deno.test("the documentation has each rule of a card's layout with its severity and sentence", async () => {
  const guide = await readFile(new URL("../../../docs/snapshots.md", import.meta.url), "utf8");
  const rows = Array.from(
    guide.matchAll(/^\| `([\w.]+)` +\| (error|warning|note) +\| (.+?) +\|$/gm),
    ([, rule, severity, sentence]) => ({ rule, severity, sentence }),
  );
  const names = new Set<string | undefined>(LAYOUT_RULES.map(({ rule }) => rule));
  assert.equal(names.size, LAYOUT_RULES.length);
  assert.deepEqual(rows.filter(({ rule }) => names.has(rule)), LAYOUT_RULES);
});
