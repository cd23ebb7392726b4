import assert from "node:assert/strict";
import { chmod, mkdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { openChromium } from "../browser/chromium.ts";
import { temporaryFolder } from "../hosts/cli/command_process.ts";
import { findNode, installRegistryPrograms } from "../packages/mod.ts";
import { findFreePort } from "../servers/free_port.ts";
import { readBlocks, runBlocks } from "./guide_blocks.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

Deno.test("the tutorial's commands print what it says, and its card is in the feed and in the page", async () => {
  await using folder = await temporaryFolder();
  const home = await realpath(folder.path);
  const tutorial = join(home, "tck-tutorial");
  const project = join(tutorial, "widget-batch");
  const services = join(tutorial, "services");
  await using programs = await installRegistryPrograms();
  const bin = join(home, "bin");
  await mkdir(bin);
  await symlink(await findNode(), join(bin, "node"));
  await writeFile(join(bin, "pnpm"), `#!/bin/sh\nexec node '${programs.pnpm}' "$@"\n`);
  await chmod(join(bin, "pnpm"), 0o755);
  const env = {
    PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(":"),
    HOME: home,
    TUTORIAL: tutorial,
    DENO_DIR: process.env["DENO_DIR"] ?? join(process.env["HOME"]!, ".cache/deno"),
    npm_config_cache: process.env["npm_config_cache"] ?? join(process.env["HOME"]!, ".npm"),
    CI: "true",
  };
  const folders: { [name: string]: string } = { "": home, clone: ROOT, tutorial: home, project, services };
  const ports = { "8787": await findFreePort(), "8080": await findFreePort() };
  const guide = await readFile(join(ROOT, "docs/tutorial.md"), "utf8");
  await using servers = await runBlocks(readBlocks(guide, ports), { folders, files: project, env });
  const { started } = servers;
  assert.equal(started.length, 2);
  await started[1]!.printed(/Available on/);

  await using browser = await openChromium();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${ports["8787"]}/login`);
  await page.getByRole("link", { name: "Morning brief" }).click();
  const card = (root: { getByText(text: string): { waitFor(): Promise<void> } }) =>
    root.getByText("14 mm").waitFor();
  await card(page.frameLocator("iframe.canvas-frame"));
  await page.goto(`http://127.0.0.1:${ports["8080"]}/`);
  const embedded = page.frameLocator("iframe[data-tck-embed]");
  await card(embedded.frameLocator("iframe.canvas-frame"));
  await page.waitForFunction(() => document.querySelector("iframe")!.clientHeight > 400);
});
