/** What the guides promise, as far as it shows without installing anything. `*_soak.ts` runs every block of them. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand, temporaryFolder } from "../hosts/cli/command_process.ts";
import { findFreePort } from "../servers/free_port.ts";
import { ProjectFolder } from "../web/bundler/project_folder.ts";
import { type GuideBlock, readBlocks, toPattern } from "./guide_blocks.ts";
import { checkGuideCommands } from "./guide_commands.ts";

/** The blocks of a guide, or of one section of it. */
async function blocksOf(guide: string, heading?: string): Promise<GuideBlock[]> {
  const text = await readFile(new URL(`../../docs/${guide}`, import.meta.url), "utf8");
  return readBlocks(heading ? text.split(`\n## ${heading}\n`)[1]!.split("\n## ")[0]! : text, {});
}

const tutorial = await blocksOf("tutorial.md");
const start = await blocksOf("operations.md", "Start");

for (
  const [guide, blocks, expected] of [
    ["the tutorial", tutorial, ["commit", "pack", "serve"]],
    ["the start of operations", start, ["build", "commit", "conformance", "pack", "serve", "token"]],
    ["the guide to writing widgets", await blocksOf("authoring.md", "Before the packages are published"), []],
  ] as const
) {
  Deno.test(`the commands of ${guide}, their options, and the tarballs that it installs exist`, async () => {
    assert.ok(blocks.length > 0);
    assert.deepEqual([...new Set(await checkGuideCommands(blocks))].toSorted(), expected);
  });
}

Deno.test("the tutorial's card is valid without a warning", async () => {
  const [card, ...others] = tutorial.filter(({ language }) => language === "tsx");
  assert.deepEqual(others, []);
  await using project = await ProjectFolder.create({ [card!.about]: card!.text });
  const { widgets, diagnostics, warnings } = await project.build();
  assert.deepEqual([diagnostics, warnings], [[], []]);
  assert.deepEqual(widgets.map(({ name, status }) => [name, status]), [["002_rain", "built"]]);
});

Deno.test("the check with which operations begin prints what the guide says", async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, "data");
  const at = start.findIndex(({ text }) => text.includes("serve --check"));
  assert.equal(start[at]!.text, "npx tck-serve serve --check --data data --port 8787\n");
  const settings = {
    TCK_AUTH_SECRET: "0123456789abcdef".repeat(4),
    TCK_APP_URL: "http://127.0.0.1:8787",
  };
  const port = String(await findFreePort());
  const args = ["serve", "--check", "--data", data, "--port", port];
  const { code, stdout, stderr } = await runCommand(args, settings);
  assert.equal(code, 0, stderr);
  assert.match(stdout.replaceAll(data, "data"), toPattern(start[at + 1]!.text.replace("8787", port)));
  assert.equal(stdout.trim().split("\n").length, start[at + 1]!.text.trim().split("\n").length);
});
