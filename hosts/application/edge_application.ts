import type { ObjectStore } from "../../core/commit/mod.ts";
import type { HostAssets } from "../../web/assets/import_map/mod.ts";
import { createApplication } from "./application.ts";
import {
  APPLICATION_SETTING_NAMES,
  readApplicationSettings,
  type ReadSetting,
} from "./application_settings.ts";
import { SettingError } from "./errors.ts";
import { createR2Reader, type R2Binding } from "../objects/r2.ts";
import { openS3ObjectStore } from "../objects/open_s3.ts";
import { createServerLog } from "../operations/mod.ts";
import { systemClock } from "../time/mod.ts";
import type { Log, RequestCounter } from "../routes/mod.ts";
import { checkSettingNames } from "./setting_names.ts";

/** The settings, by the names of the table in `docs/settings.md`, and the bindings. */
export interface EdgeEnvironment {
  readonly [name: string]: unknown;
  /** The bucket of Cloudflare R2 that the storage service writes. */
  readonly TCK_BUNDLES?: R2Binding;
  /** Cloudflare's rate limiting, applied to each user of the public API. */
  readonly TCK_RATE_LIMITER?: RateLimitBinding;
}

/** A worker's binding to Cloudflare's rate limiting. */
interface RateLimitBinding {
  /** Counts one request of a key, in the data centre that answers it. */
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** What is packed with the worker. */
export interface EdgeFiles {
  /** The files that pages with widgets load. */
  loadHostAssets(): HostAssets;
  /** The envelopes that `mock=true` shows. */
  loadSampleBundles(): Uint8Array<ArrayBuffer>[];
  /** The script of the page of the public API, compressed by Brotli. */
  loadApiViewer(): Uint8Array<ArrayBuffer>;
}

/** The settings that have an effect here, and the bindings. */
const EDGE_NAMES = [
  ...APPLICATION_SETTING_NAMES.filter((name) => !["TCK_CLOUD_URL", "TCK_FIXTURES_DIR"].includes(name)),
  "TCK_BUNDLES",
  "TCK_OBJECTS_URL",
  "TCK_RATE_LIMITER",
];

/** Composes the public API and the web app as the other hosts do, without stores of their own. */
export async function createEdgeApplication(
  environment: EdgeEnvironment,
  files: EdgeFiles,
): Promise<(request: Request) => Promise<Response>> {
  const read: ReadSetting = (name) => {
    const value = environment[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  if (read("TCK_RATE_LIMIT")) {
    throw createSettingError("the binding TCK_RATE_LIMITER instead of TCK_RATE_LIMIT");
  }
  checkSettingNames(environment, EDGE_NAMES);
  const settings = readApplicationSettings(read);
  if (!settings.internalUrl) throw createSettingError("TCK_INTERNAL_URL to the URL of the storage service");
  if (!settings.authSecret && !settings.authJwksUrl) {
    throw createSettingError("TCK_AUTH_SECRET or TCK_AUTH_JWKS_URL");
  }
  const log = createConsoleLog(settings.log);
  const { TCK_RATE_LIMITER: limiter } = environment;
  const { answer } = await createApplication(
    { settings, roles: ["public", "web"] },
    {
      storage: null,
      bucket: openBucket(environment.TCK_BUNDLES, read),
      parallelLists: Infinity, // On workerd no request can wait for another one.
      requestCounter: limiter && countByPlatform(limiter),
      loadHostAssets: () => Promise.resolve(files.loadHostAssets()),
      loadSampleBundles: () => Promise.resolve(files.loadSampleBundles()),
      loadApiViewer: () => Promise.resolve(files.loadApiViewer()),
      log,
    },
  );
  return async (incoming) => {
    const request = new Request(incoming); // The headers of one that arrives on workerd cannot be changed.
    // workerd compresses what has a Content-Encoding, and Cloudflare everything else that the client accepts compressed.
    request.headers.set("Accept-Encoding", "identity");
    return await answer(request);
  };
}

/** The bucket of the binding, or else that of `TCK_OBJECTS_URL`; null when bundles are read from the storage service. */
function openBucket(
  binding: R2Binding | undefined,
  read: ReadSetting,
): Pick<ObjectStore, "head" | "get"> | null {
  if (binding !== undefined) return createR2Reader(binding);
  const url = read("TCK_OBJECTS_URL");
  if (url === undefined) return null;
  const fetchOnce = (request: Request) => fetch(request);
  return openS3ObjectStore(new URL(url), { read, clock: systemClock, fetchOnce });
}

/** The longest window that the platform offers, in seconds. */
const MAX_WINDOW_SECONDS = 60;

/** Counts requests by the platform, which reports neither its limit nor what is left. */
function countByPlatform(binding: RateLimitBinding): RequestCounter {
  return {
    async count(userId) {
      const { success } = await binding.limit({ key: userId });
      return { isExceeded: !success, resetSeconds: MAX_WINDOW_SECONDS, window: null };
    },
  };
}

/** workerd collects what is written to the console. */
function createConsoleLog(options: Parameters<typeof createServerLog>[0]): Log {
  // deno-lint-ignore no-console -- the log of a worker
  return createServerLog(options, { note: (line) => console.log(line), warn: (line) => console.error(line) });
}

function createSettingError(setting: string): SettingError {
  return new SettingError(`Cannot serve at the edge: set ${setting}`);
}
