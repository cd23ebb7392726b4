/**
 * The examples of docs/http.md run as they are written there: curl in a shell, and the client on Node.
 */
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { findNode } from "../../packages/mod.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";
import { temporaryFolder } from "../cli/command_process.ts";
import { credentialOf, makeBundles, startServer, type WritingServer } from "./writing_server.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The first block of a language in the section. */
async function readExample(language: "sh" | "ts ignore"): Promise<string> {
  const text = await readFile(join(ROOT, "docs/http.md"), "utf8");
  const section = text.split("## Batches of other programs\n")[1]!.split("\n## ")[0]!;
  return section.split(`\`\`\`${language}\n`)[1]!.split("```")[0]!;
}

/** A folder with built widgets. */
async function buildProject(): Promise<AsyncDisposable & { path: string }> {
  const folder = await temporaryFolder();
  const dist = join(folder.path, "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  for (const { name, content } of await makeBundles("a", "b")) await writeFile(join(dist, name), content);
  await writeFile(join(dist, "001_widget.mjs.map"), "{}");
  return folder;
}

async function environmentOf({ url }: WritingServer): Promise<Record<string, string>> {
  return { STORAGE_URL: url, WRITER_TOKEN: await credentialOf(["ada"]) };
}

Deno.test("curl sends a batch, and the same again is a repeat", async () => {
  await using server = await startServer();
  await using project = await buildProject();
  const example = await readExample("sh");
  const run = async () =>
    JSON.parse(
      printedBy(
        await runProcess("sh", ["-c", example], { cwd: project.path, env: await environmentOf(server) }),
      ),
    );
  const { batchId, revision, widgets, repeated } = await run();
  assert.deepEqual([batchId, widgets.length, repeated], ["20260131-morning-brief", 2, false]);
  const again = await run();
  assert.deepEqual([again.revision, again.repeated], [revision, true]);
});

Deno.test("the client sends the same on Node, and finds it committed", async () => {
  await using server = await startServer();
  await using project = await buildProject();
  const program = join(project.path, "program.mjs");
  await writeFile(program, await bundleProgram(await readExample("ts ignore")));
  const run = async () =>
    printedBy(
      await runProcess(await findNode(), [program], { cwd: project.path, env: await environmentOf(server) }),
    );
  const [batchId, revision, repeated] = (await run()).trim().split(" ");
  assert.deepEqual([batchId, repeated], ["20260131-morning-brief", "false"]);
  assert.equal(await run(), `${batchId} ${revision} true\n`);
});

async function bundleProgram(contents: string): Promise<string> {
  try {
    const { outputFiles } = await esbuild.build({
      stdin: { contents, loader: "ts", resolveDir: ROOT },
      alias: { "@tck/client": "./web/client/mod.ts" },
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
    });
    return outputFiles[0]!.text;
  } finally {
    await esbuild.stop();
  }
}
