import { launchChromiumServer } from "../browser/chromium.ts";
import { COMPRESSION } from "../../hosts/compression/mod.ts";
import { installFonts } from "../browser/fonts.ts";
import { packNpmPackages } from "../consumers/npm_packages.ts";
import { createDataFolder } from "../hosts/cli/command_process.ts";
import { describeAssets, openHostAssets } from "../web/host_assets.ts";
import { findPackagedNode } from "../packages/mod.ts";
import { startPostgres } from "./postgres.ts";
import { startRadosGateway } from "./radosgw.ts";
import { type Shared, SHARED_VARIABLE } from "./find_shared.ts";
import { FirefoxPool } from "./firefox_pool.ts";

/** The runner's end of what `find_shared.ts` asks for. */
export interface SharedServers extends AsyncDisposable {
  /** Admits a test file. It is disposed of when the file's process has ended. */
  admit(file: string): Admission;
  /** How often the browser has ended before the run did, and which files used it then. */
  readonly deaths: readonly BrowserDeath[];
}

/** What a test process has in its environment to ask. */
export interface Admission extends Disposable {
  readonly variables: { readonly [name: string]: string };
}

/** An end of the shared browser that nobody asked for. */
export interface BrowserDeath {
  /** The files whose processes used the browser and had not ended. One of them ended it. */
  readonly files: readonly string[];
  /** Its exit code or signal. */
  readonly exit: string;
}

/** Says when a browser ended. */
export function describeDeath({ files, exit }: BrowserDeath): string {
  return `with ${exit}, while ${files.join(" and ") || "no file"} used it`;
}

/** How often a browser is started: the first one, and one in the place of a browser that ended. */
const MAX_BROWSERS = 2;

/** Answers test processes on loopback, and starts each shared thing when the first one asks for it. */
export function openSharedServers(): SharedServers {
  const stack = new AsyncDisposableStack();
  const firefoxes = stack.use(new FirefoxPool());
  const starting = new Map<SharedByAll, Promise<unknown>>();
  const browserUsers = new Set<string>();
  const deaths: BrowserDeath[] = [];
  let ending = false;
  const noteEnd = (exit: string): void => {
    if (ending) return;
    deaths.push({ files: [...browserUsers].sort(), exit });
    browserUsers.clear();
    starting.delete("chromium");
  };
  const find = (name: SharedByAll): Promise<unknown> => {
    if (name === "chromium" && deaths.length === MAX_BROWSERS) {
      throw new Error(`it ended ${MAX_BROWSERS} times: ${deaths.map(describeDeath).join("; ")}`);
    }
    const started = starting.get(name) ?? START[name](stack, noteEnd);
    starting.set(name, started);
    return started;
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const [file = "", name = ""] = new URL(request.url).pathname.slice(1).split("/").map(decodeURIComponent);
    try {
      if (name === "firefox" && request.method === "DELETE") {
        firefoxes.takeBack(file, await request.text());
        return new Response(null, { status: 204 });
      }
      if (name === "firefox") return Response.json(await firefoxes.lend(file));
      const found = await find(name as SharedByAll);
      if (name === "chromium") browserUsers.add(file);
      return Response.json(found);
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  });
  return {
    admit: (file) => ({
      variables: {
        [SHARED_VARIABLE]: `http://127.0.0.1:${server.addr.port}/${encodeURIComponent(file)}`,
      },
      [Symbol.dispose]() {
        browserUsers.delete(file);
        void firefoxes.endThoseOf(file);
      },
    }),
    deaths,
    async [Symbol.asyncDispose]() {
      ending = true;
      await server.shutdown();
      await Promise.allSettled(starting.values());
      await stack.disposeAsync();
    },
  };
}

/** What several files use at the same time. */
type SharedByAll = Exclude<keyof Shared, "firefox">;

/** Each starts a thing, leaves its end to the stack, and returns its description. `noteEnd` is called when the browser ends. */
const START: {
  [Name in SharedByAll]: (
    stack: AsyncDisposableStack,
    noteEnd: (exit: string) => void,
  ) => Promise<Shared[Name]>;
} = {
  async chromium(stack, noteEnd) {
    const server = stack.adopt(await launchChromiumServer(), (server) => server.close());
    // Before the server's own "close", which waits until the profile is deleted: by then the test files have ended too.
    server.process().on("exit", (code, signal) => noteEnd(signal ?? `exit code ${code}`));
    return server.wsEndpoint();
  },
  fonts: () => installFonts(),
  async postgres(stack) {
    return stack.use(await startPostgres({ fsync: false })).address;
  },
  async gateway(stack) {
    const { endpoint, credentials } = stack.use(await startRadosGateway());
    return { endpoint, credentials };
  },
  async packages(stack) {
    const { packages, jsr } = stack.use(await packNpmPackages());
    return { packages, jsr };
  },
  async dataFolder(stack) {
    return stack.use(await createDataFolder()).path;
  },
  async hostAssets() {
    return describeAssets(await openHostAssets());
  },
  async compressedAssets() {
    return describeAssets(await COMPRESSION.compressAssets(await openHostAssets()));
  },
  async sampleBundles() {
    await openHostAssets(); // Both builds stop esbuild at their end, which drops another build.
    const { DENO_HOST } = await import("../../hosts/deno/deno_host.ts");
    return (await DENO_HOST.loadSampleBundles()).map((envelope) => envelope.toBase64());
  },
  node: () => findPackagedNode(),
};
