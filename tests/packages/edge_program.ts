/**
 * Serves a worker on workerd until it is ended, and prints its URL. The argument is JSON: `{ module, bindings, bucket, requests }`. With
 * `bucket` true the worker has an R2 bucket `TCK_BUNDLES`; a PUT to `/bucket/KEY` at a second URL writes an object to it,
 * as the storage service does by S3. `requests` is how many a user has in a minute, or null. The dynamic import installs workerd.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import process from "node:process";

/** The part of miniflare that is used. */
interface MiniflareModule {
  Miniflare: new (options: {
    compatibilityDate: string;
    compatibilityFlags: string[];
    host: string;
    port: number;
    modules: { type: "ESModule"; path: string; contents: string }[];
    bindings: Record<string, string>;
    r2Buckets: string[];
    ratelimits: Record<string, { namespace_id: string; simple: { limit: number; period: 10 | 60 } }>;
  }) => {
    ready: Promise<URL>;
    getR2Bucket(name: string): Promise<{ put(key: string, bytes: Uint8Array): Promise<unknown> }>;
    dispose(): Promise<void>;
  };
}

const MINIFLARE: string = "npm:miniflare@4.20260730.0";

const { Miniflare } = await import(MINIFLARE) as MiniflareModule;
const { module, bindings, bucket, requests } = JSON.parse(process.argv[2]!);
const miniflare = new Miniflare({
  compatibilityDate: "2026-07-01",
  compatibilityFlags: ["nodejs_compat"],
  host: "127.0.0.1",
  port: 0,
  modules: [{ type: "ESModule", path: "main.js", contents: await readFile(module, "utf8") }],
  bindings,
  r2Buckets: bucket ? ["TCK_BUNDLES"] : [],
  ratelimits: requests === null
    ? {}
    : { TCK_RATE_LIMITER: { namespace_id: "1001", simple: { limit: requests, period: 60 } } },
});
const { origin } = await miniflare.ready;
const writer = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
  const key = new URL(request.url).pathname.replace(/^\/bucket\//, "");
  await (await miniflare.getR2Bucket("TCK_BUNDLES")).put(key, new Uint8Array(await request.arrayBuffer()));
  return new Response();
});
// deno-lint-ignore no-console -- its output is what it is for
console.log(JSON.stringify({ url: origin, bucketUrl: `http://127.0.0.1:${writer.addr.port}/bucket` }));
process.once("SIGTERM", async () => {
  await writer.shutdown();
  await miniflare.dispose();
  process.exit();
});
