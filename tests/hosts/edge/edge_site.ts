import type { Batch } from "../../../core/feed/mod.ts";
import type { ObjectStore } from "../../../core/commit/mod.ts";
import { openObjectStore } from "../../../hosts/objects/mod.ts";
import assert from "node:assert/strict";
import { copyFile, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type InstalledServer, installServer } from "../../consumers/installed_server.ts";
import { bundleWorker } from "../../packages/mod.ts";
import { hasRadosGateway, openRadosGateway } from "../../servers/radosgw.ts";
import { objectStoreSettings } from "../objects/object_store_settings.ts";
import { type RunningCommand, startCommand } from "../cli/command_process.ts";
import { bearerOf, SECRET, USER } from "../conformance/samples.ts";

/** Settings of the services behind a worker. */
export const ENVIRONMENT = { TCK_AUTH_SECRET: SECRET, TCK_APP_URL: "http://127.0.0.1" };
const CONFIGURATION = fileURLToPath(new URL("../../../hosts/edge/wrangler.jsonc", import.meta.url));

/** The worker of the packed package, as wrangler bundles it. */
export interface BundledWorker extends AsyncDisposable {
  readonly bundled: Awaited<ReturnType<typeof bundleWorker>>;
}

/** Installs the packed package, and bundles its worker. */
export async function bundlePackedWorker(): Promise<BundledWorker> {
  const server: InstalledServer = await installServer();
  await copyFile(CONFIGURATION, join(server.folder, "wrangler.jsonc"));
  const bundled = await bundleWorker(server.folder);
  return { bundled, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Starts the storage service behind a worker. */
export function startStorage(dataDir: string, more: Record<string, string> = {}): RunningCommand {
  const flags = ["serve", "--role", "storage", "--port", "0", "--data", dataDir, "--json"];
  return startCommand(flags, { ...ENVIRONMENT, ...more });
}

/** Settings of a worker in front of a storage service. */
export function settings(storageUrl: string, more: Record<string, string> = {}): Record<string, string> {
  return { TCK_AUTH_SECRET: SECRET, TCK_INTERNAL_URL: storageUrl, ...more };
}

/** A bucket of an S3 service, with the settings of who uses it. */
export interface TestBucket extends AsyncDisposable {
  readonly store: ObjectStore;
  readonly variables: Record<string, string>;
}

/** Creates an empty bucket; null where the S3 service is not installed. */
export async function openBucket(): Promise<TestBucket | null> {
  if (!await hasRadosGateway()) return null;
  const gateway = await openRadosGateway();
  const { endpoint, credentials } = gateway;
  const url = `s3://${await gateway.createBucket()}?endpoint=${endpoint}`;
  const variables = {
    TCK_OBJECTS_URL: url,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  const store = await openObjectStore(url, objectStoreSettings("unused", credentials));
  return { store, variables, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}

/** The status of a module of a worker's first batch. */
export async function readModule(url: string, index = 0): Promise<number> {
  const response = await fetch(`${url}/api/widgets/v1/${await readHash(url, index)}/widget.mjs`, {
    headers: { Authorization: `Bearer ${await bearerOf(USER)}` },
  });
  await response.body?.cancel();
  return response.status;
}

/** The hash of a module of a worker's first batch. */
export async function readHash(url: string, index = 0): Promise<string> {
  const headers = { Authorization: `Bearer ${await bearerOf(USER)}` };
  const { batches }: { batches: Batch[] } = await (await fetch(`${url}/v2/daily-pages`, { headers })).json();
  return batches[0]!.widgets[index]!.bundle.hash;
}

/** Moves the bundles of a storage service to where a bucket's are, so that the service has lost them. */
export async function moveBundles(
  dataDir: string,
  put: (key: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<void> {
  const objects = join(dataDir, "objects");
  const keys = (await readdir(objects, { recursive: true })).filter((name) => name.endsWith(".tckb"));
  assert.ok(keys.length > 0);
  for (const key of keys) {
    await put(key, await readFile(join(objects, key)));
    await rm(join(objects, key));
  }
}
