import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { PROJECT_COMMANDS } from "../../hosts/cli/project_commands.ts";
import { NPM_PACKAGES } from "../../hosts/packaging/mod.ts";
import type { GuideBlock } from "./guide_blocks.ts";

/**
 * Asserts that a guide's commands, tarballs and scripts exist without running them: a soak runs them (`*_soak.ts`).
 *
 * @returns the commands of the service that were found
 */
export async function checkGuideCommands(blocks: readonly GuideBlock[]): Promise<string[]> {
  const { version, tasks } = JSON.parse(await readFile(new URL("../../deno.json", import.meta.url), "utf8"));
  const template = new URL("../../web/scaffold/template/package.json", import.meta.url);
  const { scripts } = JSON.parse(await readFile(template, "utf8"));
  const script = blocks.filter(({ language }) => language === "sh").map(({ text }) => text).join("\n")
    .replaceAll("\\\n", " ");
  for (const [, name] of script.matchAll(/\.\.?\/packages\/([\w.-]+)\.tgz/g)) {
    const tarballs = NPM_PACKAGES.map((one) => `${one.name.replace("@", "").replace("/", "-")}-${version}`);
    assert.ok(tarballs.includes(name!), `${name} is not packed`);
  }
  for (const [, name] of script.matchAll(/^pnpm (?!install\b)([\w-]+)/gm)) {
    assert.ok(Object.hasOwn(scripts, name!), `a new project has no script ${name}`);
  }
  const found: string[] = [];
  for (const [, program, name, args] of script.matchAll(/(deno task|npx tck-serve) ([\w-]+)([^\n|$)]*)/g)) {
    if (program === "deno task") assert.ok(Object.hasOwn(tasks, name!), `there is no task ${name}`);
    assert.ok(Object.hasOwn(PROJECT_COMMANDS, name!), `there is no command ${name}`);
    const { command } = await PROJECT_COMMANDS[name!]!();
    for (const [, flag] of args!.matchAll(/ --([\w-]+)/g)) {
      assert.ok(Object.hasOwn(command.options, flag!), `${name} has no --${flag}`);
    }
    found.push(name!);
  }
  return found;
}
