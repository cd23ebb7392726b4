import { execFile } from "node:child_process";
import { access, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import { type Contender as Server, startDeno } from "../http/contender.ts";
import { commitFeeds, dayOf, SECRET } from "./feeds.ts";
import { writePlainPages } from "./plain_pages.ts";

/** One way to show the cards on a page. */
export interface Contender {
  readonly name: string;
  readonly server: Server;
  /** The path of the page with a number of cards. */
  page(count: number): string;
}

/** The names of the contenders that goals refer to. */
export const NAMES = {
  base: "one bundle",
  open: "open canvas",
  sealed: "sealed canvas",
  limit: "limit of a sealed one",
  frames: "iframe each",
  federation: "module federation",
} as const;

/** All contenders, each served by a process of its own. */
export interface Contenders extends AsyncDisposable {
  readonly contenders: readonly Contender[];
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PLAIN_SERVER = fileURLToPath(new URL("./plain_server.ts", import.meta.url));

/**
 * Builds the same cards for every contender, and serves them: the canvases by `deno task serve` with its defaults.
 *
 * @param against a commit whose canvases take part too, in the same turns; null for none
 */
export async function serveContenders(
  counts: readonly number[],
  against: string | null,
): Promise<Contenders> {
  const folder = await mkdtemp(join(tmpdir(), "tck-bench-canvas-"));
  const servers: Server[] = [];
  const serve = async (args: readonly string[], environment: { readonly [name: string]: string } = {}) => {
    const server = await startDeno(args, environment);
    servers.push(server);
    return server;
  };
  const committed = join(folder, "committed");
  const serveCanvas = async (canvas: "open" | "sealed", tree = ROOT) => {
    const data = await mkdtemp(join(folder, canvas));
    await cp(committed, data, { recursive: true });
    const settings = { TCK_CANVAS: canvas, TCK_AUTH_SECRET: SECRET, TCK_LOG_LEVEL: "error" };
    const server = await serve(
      [await findMain(tree), "serve", "--json", "--port", "0", "--data", data],
      settings,
    );
    return { server, page: feedPath };
  };
  const formerTree = join(folder, "former");
  const close = async () => {
    for (const server of servers) await server[Symbol.asyncDispose]();
    if (against !== null) await git("worktree", "remove", "--force", formerTree);
    await rm(folder, { recursive: true });
  };
  try {
    const pages = join(folder, "pages");
    await writePlainPages(pages, counts);
    await commitFeeds(committed, counts);
    await esbuild.stop();
    const plain = await serve([PLAIN_SERVER, pages]);
    const former: Contender[] = [];
    if (against !== null) {
      await git("worktree", "add", "--detach", formerTree, against);
      for (const canvas of ["open", "sealed"] as const) {
        former.push({
          name: `${canvas} of ${against.slice(0, 9)}`,
          ...await serveCanvas(canvas, formerTree),
        });
      }
    }
    return {
      contenders: [
        { name: NAMES.base, server: plain, page: (count) => `/one-${count}.html` },
        { name: NAMES.open, ...await serveCanvas("open") },
        { name: NAMES.sealed, ...await serveCanvas("sealed") },
        ...former,
        { name: NAMES.limit, server: plain, page: (count) => `/sealed-${count}.html` },
        { name: NAMES.federation, server: plain, page: (count) => `/federation-${count}.html` },
        { name: NAMES.frames, server: plain, page: (count) => `/frames-${count}.html` },
      ],
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function git(...args: string[]): Promise<void> {
  await promisify(execFile)("git", args, { cwd: ROOT });
}

/** The program of a tree: it was in `hosts/cli` once. */
async function findMain(tree: string): Promise<string> {
  const main = join(tree, "hosts/deno/main.ts");
  return await access(main).then(() => main, () => join(tree, "hosts/cli/main.ts"));
}

function feedPath(count: number): string {
  return `/feed/${dayOf(count).replaceAll("-", "")}-morning-brief`;
}
