// budget: 20 s: it shows some sixty cards
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkOneOfEachClass } from "./sample_snapshots.ts";

Deno.test("the cards of the briefs have no errors, and no warnings but of what small cards leave out, in one size of each class", () =>
  checkOneOfEachClass("briefs"));

const WIDGETS = fileURLToPath(new URL("../../../fixtures/projects/briefs/widgets/", import.meta.url));

Deno.test("a brief has at most ten lines of CSS", async () => {
  for (const name of await readdir(WIDGETS)) {
    const sheets = (await readdir(join(WIDGETS, name), { recursive: true })).filter((file) =>
      file.endsWith(".css")
    );
    const texts = await Promise.all(sheets.map((file) => readFile(join(WIDGETS, name, file), "utf8")));
    const lines = texts.join("\n").split("\n").filter((line) => line.trim() !== "");
    assert.ok(lines.length <= 10, `${name}: ${lines.length} lines`);
  }
});
