/**
 * `deno task playground`: writes the playground as static files.
 *
 * @module
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Command, runCommand } from "../../../terminal/mod.ts";
import { buildHostAssets } from "../../../web/assets/mod.ts";
import { buildPlayground } from "./build_playground.ts";

const DIST = fileURLToPath(new URL("./dist", import.meta.url));

const command: Command = {
  name: "playground",
  summary: "Write the playground as static files, which a server may have below any path.",
  options: {
    out: { type: "string", value: "DIR", help: "the folder, which is replaced", default: DIST },
  },
  notes: ["A server compresses the files: 40 MB become 9 MB."],
  examples: ["deno task playground", "deno task playground --out public/playground"],
  async run(input, terminal) {
    const folder = resolve(input.text("out"));
    terminal.progress("building");
    const { files } = await buildPlayground(await buildHostAssets());
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const [path, content] of files) await writeFile(join(folder, path), content);
    terminal.print(`playground: ${files.size} files in ${folder}`);
    return 0;
  },
};

Deno.exit(await runCommand(command, Deno.args));
