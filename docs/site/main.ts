/**
 * `deno task site`: docs, gallery and playground as a folder of static files.
 *
 * @module
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { VERSION } from "../../core/contract/mod.ts";
import { type Command, readPort, runCommand } from "../../terminal/mod.ts";
import { serveSite } from "./serve_site.ts";
import { checkVersionsFolder, listVersions } from "./site_versions.ts";
import { writeSite } from "./write_site.ts";

const DEFAULT_OUT = ".tck/site/out";

const WORK = fileURLToPath(new URL("../../.tck/site/gallery", import.meta.url));

const command: Command = {
  name: "site",
  summary: "Write docs, gallery and playground as a folder of static files, which any server serves.",
  options: {
    out: {
      type: "string",
      value: "DIR",
      help: "the folder of the site; a former site is replaced",
      default: DEFAULT_OUT,
    },
    versions: {
      type: "boolean",
      help: "write it to DIR/VERSION, keep those of other versions, and let the reader choose between them",
    },
    serve: { type: "boolean", help: "serve it on this machine and print its address, until Ctrl-C" },
    port: { type: "string", value: "N", help: "the port of --serve; 0 is a free one", default: "8090" },
  },
  examples: [
    "deno task site --serve",
    "deno task site --out public",
    "deno task site --out public --versions",
  ],
  async run(input, terminal) {
    const out = resolve(input.text("out"));
    const isVersioned = input.has("versions");
    if (isVersioned) await checkVersionsFolder(out);
    const folder = isVersioned ? join(out, VERSION) : out;
    const { pages } = await writeSite({ out: folder, work: WORK, wanted: () => true, isVersioned });
    await esbuild.stop();
    terminal.print(`site: ${pages} pages in ${folder}`);
    if (isVersioned) terminal.print(`site: versions ${(await listVersions(out)).versions.join(", ")}`);
    if (!input.has("serve")) return 0;
    const { url, closed } = await serveSite(out, readPort(input.text("port")));
    terminal.print(`site: ${url}`);
    await closed;
    return 0;
  },
};

Deno.exit(await runCommand(command, Deno.args));
