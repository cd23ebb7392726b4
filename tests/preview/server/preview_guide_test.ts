import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { readProjectConfig } from "../../../preview/server/model/config/project_config.ts";
import { Project } from "../session/project.ts";
import { command } from "../../../preview/server/cli/preview_command.ts";
import { findRejected, readUrlState } from "../../../preview/shell/state/url_state.ts";

const GUIDE = await readFile(new URL("../../../docs/preview.md", import.meta.url), "utf8");

Deno.test("the preview's guide has each flag of its command line", () => {
  const documented = readRows("Command line").flatMap(([flags]) => listCode(flags!));
  assert.deepEqual(documented.sort(), Object.keys(command.options).map((name) => `--${name}`).sort());
});

Deno.test("the preview's guide has each parameter of the address, with its values", () => {
  const rows = readRows("The address").map(([name, values]) => [listCode(name!)[0]!, values!] as const);
  const preferences = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" } as const;
  const names = Object.keys(readUrlState("", preferences));
  assert.deepEqual(rows.map(([name]) => name).sort(), names.sort());
  for (const [name, values] of rows) {
    const [rejected] = findRejected(`?${name}=~`);
    if (rejected === undefined || ["width", "locale"].includes(name)) continue;
    assert.equal(listCode(values).join(", "), rejected.allowed, name);
  }
});

Deno.test("the configuration in the preview's guide is valid", async () => {
  const [, code] = /```ts\n([^]*?)```/.exec(GUIDE)!;
  await using project = await Project.create({ "tck.preview.config.ts": code! });
  const sources = { projectDirectory: project.path, configFile: undefined, program: {} };
  const { config: { feeds, grids, warnings, viteFinal } } = await readProjectConfig(sources);
  assert.deepEqual([feeds.length, grids.length, warnings], [2, 1, []]);
  assert.equal(typeof viteFinal, "function");
});

/** The cells of the table in a section. */
function readRows(title: string): string[][] {
  const section = GUIDE.split(`\n## ${title}\n`)[1]!.split("\n## ")[0]!;
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
}

function listCode(text: string): string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, code]) => code!);
}
