import type { ObjectStore } from "../../core/commit/mod.ts";
import type { HostAssets } from "../../web/assets/import_map/mod.ts";
import { createApplication } from "./application.ts";
import { readApplicationSettings, type ReadSetting } from "./application_settings.ts";
import { SettingError } from "./errors.ts";
import { createR2Reader, type R2Binding } from "../objects/r2.ts";
import { openS3ObjectStore } from "../objects/open_s3.ts";
import { createServerLog } from "../operations/mod.ts";
import { systemClock } from "../time/clock.ts";
import type { Log } from "../routes/mod.ts";
import { countByPlatform, type RateLimitBinding } from "./platform_counter.ts";

/** The settings, by the names of the table in `docs/operations.md`, and the bindings. */
export interface EdgeEnvironment {
  readonly [name: string]: unknown;
  /** The bucket of Cloudflare R2 that the storage service writes. */
  readonly TCK_BUNDLES?: R2Binding;
  /** The rate limiting of Cloudflare, of each user of the public API. */
  readonly TCK_RATE_LIMITER?: RateLimitBinding;
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

/** Composes the public API and the web app as the other hosts do, without stores of their own. */
export async function createEdgeApplication(
  environment: EdgeEnvironment,
  files: EdgeFiles,
): Promise<(request: Request) => Promise<Response>> {
  const read: ReadSetting = (name) => {
    const value = environment[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const settings = readApplicationSettings(read);
  if (!settings.internalUrl) throw createSettingError("TCK_INTERNAL_URL to the URL of the storage service");
  if (!settings.authSecret && !settings.authJwksUrl) {
    throw createSettingError("TCK_AUTH_SECRET or TCK_AUTH_JWKS_URL");
  }
  if (read("TCK_RATE_LIMIT")) {
    throw createSettingError("the binding TCK_RATE_LIMITER instead of TCK_RATE_LIMIT");
  }
  const log = createConsoleLog(settings.log);
  const { TCK_RATE_LIMITER: limiter } = environment;
  const { answer } = await createApplication(
    { settings, roles: ["public", "web"], dataDir: "", hostname: "0.0.0.0", localUser: "" },
    {
      storage: null,
      bucket: openBucket(environment.TCK_BUNDLES, read),
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
  return openS3ObjectStore(new URL(url), { read, clock: systemClock, fetchOnce, dataDir: "" });
}

/** workerd collects what is written to the console. */
function createConsoleLog(options: Parameters<typeof createServerLog>[0]): Log {
  // deno-lint-ignore no-console -- the log of a worker
  return createServerLog(options, { note: (line) => console.log(line), warn: (line) => console.error(line) });
}

function createSettingError(setting: string): SettingError {
  return new SettingError(`Cannot serve at the edge: set ${setting}`);
}
