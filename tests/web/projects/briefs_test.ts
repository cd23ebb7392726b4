import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const WIDGETS = fileURLToPath(new URL("../../../fixtures/projects/briefs/widgets/", import.meta.url));

// What their cards show is in snapshot_test.ts.
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
