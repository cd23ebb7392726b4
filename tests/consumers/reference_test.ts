import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import * as commit from "../../core/commit/mod.ts";
import * as feed from "../../core/feed/mod.ts";
import * as core from "../../mod.ts";
import { printedBy, runProcess } from "../runtimes/process.ts";

Deno.test("the reference has a page for each export of the core, and the example of each page", async () => {
  const { tasks } = JSON.parse(await readFile(new URL("../../deno.json", import.meta.url), "utf8"));
  const [, ...args] = (tasks.reference.command as string).split(" ");
  const folder = await mkdtemp(join(tmpdir(), "tck-reference-"));
  try {
    const flags = args.map((arg) => arg.startsWith("--output=") ? `--output=${folder}` : arg);
    printedBy(await runProcess(process.execPath, flags));
    for (const [path, exported] of [["", core], ["commit", commit], ["feed", feed]] as const) {
      const pages = await readdir(join(folder, path, "~"));
      for (const name of Object.keys(exported)) {
        assert.ok(pages.includes(`${name}.html`), `no page for ${path}/${name}`);
      }
    }
    assert.match(await readFile(join(folder, "~/readTckb.html"), "utf8"), /Examples?[^]*readTckb\(/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
