import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import { checkKeySet, createIdentityProvider } from "../auth/mod.ts";
import { openSink } from "../notifications/mod.ts";
import { openObjectStore } from "../objects/mod.ts";
import { checkObjects, checkUpstream } from "../operations/mod.ts";
import { checkPostgres } from "../postgres/mod.ts";
import { checkAddress } from "../server/check_address.ts";
import { limitTime, systemClock } from "../time/mod.ts";
import { readInternalSecret } from "./identity.ts";
import { checkDataFolder, checkFolderSecret, checkWritable } from "./data_folder.ts";
import { describeSettings, type UsedSettings } from "./describe_settings.ts";
import { checkCounter } from "./request_counter.ts";
import type { RunningServiceOptions } from "./running_service.ts";
import { readErasuresUrl } from "./user_data.ts";

/** One thing that a service works with, and whether it can be reached. */
export interface ServiceCheck {
  /** As in the line of a start: `database`. */
  readonly part: string;
  /** What it is, without secrets. */
  readonly uses: string;
  /** Why it cannot be used, or null. */
  readonly failure: string | null;
}

/** Connects to one part. It may return what is worth knowing. */
type Connect = (signal: AbortSignal) => Promise<string | void>;

/** How long the check of one part may take. */
const CHECK_TIMEOUT_MS = 10_000;

/**
 * Connects once to everything that a service would work with, and changes nothing. What is embedded is not opened: a
 * service may be running on it. The address must be free.
 */
export async function checkService(
  options: RunningServiceOptions,
  host: { fetchOnce(request: Request): Promise<Response> },
): Promise<ServiceCheck[]> {
  const connections = listConnections(options, host);
  return await Promise.all(
    Object.entries({ ...describeSettings(options), ...describeMachine(options) }).map(
      async ([part, uses]) => {
        const connect = connections[part] ?? (() => Promise.resolve());
        return await limitTime(systemClock, CHECK_TIMEOUT_MS, connect).then(
          (note) => ({ part, uses: note ? `${uses} (${note})` : uses, failure: null }),
          (error) => ({ part, uses, failure: errorMessageWithCauses(error) }),
        );
      },
    ),
  );
}

/** Describes which parts of this machine a service uses. */
function describeMachine(options: RunningServiceOptions): UsedSettings {
  const { hostname, port, dataDir } = options;
  return {
    ...usesDataFolder(options) ? { data: dataDir } : {},
    address: port === 0 ? `${hostname}, any free port` : `${hostname}, port ${port}`,
  };
}

/** Whether a service writes its data folder: the storage service always, the others for the secret of bearers. */
export function usesDataFolder(
  { roles, settings }: Pick<RunningServiceOptions, "roles" | "settings">,
): boolean {
  return roles.includes("storage") || usesFolderSecret(settings);
}

function usesFolderSecret({ authSecret, authJwksUrl }: RunningServiceOptions["settings"]): boolean {
  return !authSecret && !authJwksUrl;
}

function listConnections(
  options: RunningServiceOptions,
  { fetchOnce }: Parameters<typeof checkService>[1],
): { readonly [part: string]: Connect } {
  const { settings, dataDir } = options;
  const { databaseUrl, objectsUrl, notifyUrl, erasuresUrl, internalUrl, cloudUrl, read } = settings;
  const { authJwksUrl, identityProvider, rateLimitUrl } = settings;
  const clock = systemClock;
  const store = { dataDir, clock, fetchOnce, read };
  return {
    data: () => checkDataFolder(dataDir),
    address: () => checkAddress(options),
    ...databaseUrl && {
      database: async () => `${await checkPostgres(databaseUrl)} migrations to apply`,
    },
    ...objectsUrl && {
      objects: async (signal) => await checkObjects(await openObjectStore(objectsUrl, store))(signal),
    },
    ...erasuresUrl && {
      erasures: async (signal) => {
        const { folder, open } = readErasuresUrl(erasuresUrl);
        if (folder !== null) return await checkWritable(folder);
        await checkObjects(await open(store))(signal);
      },
    },
    ...notifyUrl && {
      notifications: async (signal) => {
        await using sink = openSink(notifyUrl, { read, clock, dataDir });
        await sink.check(signal);
      },
    },
    ...internalUrl && { storage: checkUpstream(internalUrl) },
    ...cloudUrl && { cloud: checkUpstream(cloudUrl) },
    ...usesFolderSecret(settings) && { identity: () => checkFolderSecret(dataDir) },
    ...authJwksUrl && {
      identity: async () => {
        readInternalSecret(options);
        await checkKeySet(authJwksUrl);
      },
    },
    ...identityProvider && {
      signIn: async () => void await createIdentityProvider(identityProvider, clock.now).begin(),
    },
    ...rateLimitUrl && { requests: () => checkCounter(rateLimitUrl) },
  };
}
