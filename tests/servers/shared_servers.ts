import { launchChromiumServer } from "../browser/chromium.ts";
import { packNpmPackages } from "../consumers/npm_packages.ts";
import { createDataFolder } from "../hosts/cli/command_process.ts";
import { buildAssets } from "../web/host_assets.ts";
import { findPackagedNode } from "../packages/mod.ts";
import { startPostgres } from "./postgres.ts";
import { startRadosGateway } from "./radosgw.ts";
import { type Shared, SHARED_VARIABLE } from "./find_shared.ts";

/** The runner's end of what `find_shared.ts` asks for. */
export interface SharedServers extends AsyncDisposable {
  /** What test processes have in their environment to ask. */
  readonly variables: { readonly [name: string]: string };
}

/** Answers test processes on loopback, and starts each shared thing when the first one asks for it. */
export function openSharedServers(): SharedServers {
  const stack = new AsyncDisposableStack();
  const starting = new Map<keyof Shared, Promise<unknown>>();
  const find = (name: keyof Shared): Promise<unknown> => {
    const started = starting.get(name) ?? START[name](stack);
    starting.set(name, started);
    return started;
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async ({ url }) => {
    try {
      return Response.json(await find(new URL(url).pathname.slice(1) as keyof Shared));
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  });
  return {
    variables: { [SHARED_VARIABLE]: `http://127.0.0.1:${server.addr.port}` },
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await Promise.allSettled(starting.values());
      await stack.disposeAsync();
    },
  };
}

/** Each starts a thing, leaves its end to the stack, and returns its description. */
const START: { [Name in keyof Shared]: (stack: AsyncDisposableStack) => Promise<Shared[Name]> } = {
  async chromium(stack) {
    const server = stack.adopt(await launchChromiumServer(), (server) => server.close());
    return server.wsEndpoint();
  },
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
    const assets = await buildAssets();
    return [...assets].map(([name, asset]) => [name, { ...asset, bytes: asset.bytes.toBase64() }]);
  },
  node: () => findPackagedNode(),
};
