import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
  frames: "iframe each",
  federation: "module federation",
} as const;

/** All contenders, each served by a process of its own. */
export interface Contenders extends AsyncDisposable {
  readonly contenders: readonly Contender[];
}

const SERVE = fileURLToPath(new URL("../../../hosts/deno/main.ts", import.meta.url));
const PLAIN_SERVER = fileURLToPath(new URL("./plain_server.ts", import.meta.url));

/** Builds the same cards for every contender, and serves them: the canvases by `deno task serve` with its defaults. */
export async function serveContenders(counts: readonly number[]): Promise<Contenders> {
  const folder = await mkdtemp(join(tmpdir(), "tck-bench-canvas-"));
  const servers: Server[] = [];
  const serve = async (args: readonly string[], environment: { readonly [name: string]: string } = {}) => {
    const server = await startDeno(args, environment);
    servers.push(server);
    return server;
  };
  const committed = join(folder, "committed");
  const serveCanvas = async (canvas: "open" | "sealed") => {
    const data = join(folder, canvas);
    await cp(committed, data, { recursive: true });
    const settings = { TCK_CANVAS: canvas, TCK_AUTH_SECRET: SECRET, TCK_LOG_LEVEL: "error" };
    return await serve([SERVE, "serve", "--json", "--port", "0", "--data", data], settings);
  };
  const close = async () => {
    for (const server of servers) await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  };
  try {
    const pages = join(folder, "pages");
    await writePlainPages(pages, counts);
    await commitFeeds(committed, counts);
    await esbuild.stop();
    const plain = await serve([PLAIN_SERVER, pages]);
    return {
      contenders: [
        { name: NAMES.base, server: plain, page: (count) => `/one-${count}.html` },
        { name: NAMES.open, server: await serveCanvas("open"), page: feedPath },
        { name: NAMES.sealed, server: await serveCanvas("sealed"), page: feedPath },
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

function feedPath(count: number): string {
  return `/feed/${dayOf(count).replaceAll("-", "")}-morning-brief`;
}
