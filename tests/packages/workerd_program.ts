/**
 * Starts a worker on workerd, posts standard input to it, and prints its response. The arguments are the files of the
 * worker's modules, the main module first; before them, `--nodejs-compat` allows imports of Node's modules. The dynamic
 * import installs workerd.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";

/** The part of miniflare that is used. */
interface MiniflareModule {
  Miniflare: new (options: {
    compatibilityDate: string;
    compatibilityFlags: string[];
    modules: { type: "ESModule"; path: string; contents: string }[];
  }) => {
    dispatchFetch(url: string, request: { method: string; body: string }): Promise<Response>;
    dispose(): Promise<void>;
  };
}

const MINIFLARE: string = "npm:miniflare@4.20260730.0";

const { Miniflare } = await import(MINIFLARE) as MiniflareModule;
const [flags, paths] = process.argv[2] === "--nodejs-compat"
  ? [["nodejs_compat"], process.argv.slice(3)]
  : [[], process.argv.slice(2)];
const modules = await Promise.all(
  paths.map(async (path) => ({
    type: "ESModule" as const,
    path: basename(path),
    contents: await readFile(path, "utf8"),
  })),
);
const miniflare = new Miniflare({ compatibilityDate: "2026-07-01", compatibilityFlags: flags, modules });
try {
  const request = { method: "POST", body: await text(process.stdin) };
  const response = await miniflare.dispatchFetch("http://worker/", request);
  const answer = await response.text();
  if (!response.ok) throw new Error(`Cannot run worker: the response is ${response.status} ${answer}`);
  process.stdout.write(answer);
} finally {
  await miniflare.dispose();
}
