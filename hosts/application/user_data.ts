import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ObjectStore } from "../../core/commit/mod.ts";
import { createReceiptSigner, type ReceiptSigner } from "../auth/mod.ts";
import { eraseFromLog } from "../notifications/mod.ts";
import { createFileObjectStore, type ObjectStoreSettings, openObjectStore } from "../objects/mod.ts";
import type { ErasedPart } from "../postgres/mod.ts";
import { createErasureLog, type ErasureDependencies, type ErasureLog } from "../user_data/mod.ts";
import { createSettingError } from "./application_settings.ts";
import { loadFolderSecret } from "./data_folder.ts";
import { eraseCounts } from "./request_counter.ts";
import type { Settings } from "./settings.ts";

/** The dependencies of exports and erasures of users, besides the stores. */
export type UserData = Pick<ErasureDependencies, "erasureLog" | "eraseElsewhere"> & {
  loadSigner(): Promise<ReceiptSigner>;
};

/** Where the log of erasures is kept in a bucket of objects that it shares. */
const SHARED_PREFIX = "erasures/";

/** Opens what exports and erasures need beside the stores. */
export async function openUserData(
  settings: Settings,
  objects: ObjectStore,
  store: ObjectStoreSettings,
): Promise<UserData> {
  const { dataDir } = store;
  return {
    erasureLog: await openErasureLog(settings, objects, store),
    async eraseElsewhere(userId, last) {
      const { rateLimitUrl } = settings;
      const parts: ErasedPart[] = [
        { what: "deliveredNotifications", count: await eraseFromLog(dataDir, userId, last), sha256: null },
      ];
      if (rateLimitUrl !== undefined) {
        parts.push({ what: "rateLimits", count: await eraseCounts(rateLimitUrl, userId), sha256: null });
      }
      return parts;
    },
    loadSigner: () => loadSigner(settings, dataDir),
  };
}

/**
 * The signer of receipts. Its key is derived from a secret that all processes on the stores have.
 *
 * @throws {SettingError}
 */
export async function loadSigner(
  { authSecret, internalSecret, databaseUrl }: Settings,
  dataDir: string,
): Promise<ReceiptSigner> {
  const secret = authSecret ?? internalSecret;
  if (secret !== undefined) return await createReceiptSigner(secret);
  if (databaseUrl === undefined) return await createReceiptSigner(await loadFolderSecret(dataDir));
  throw createSettingError(
    "TCK_DATABASE_URL",
    "set TCK_AUTH_SECRET or TCK_INTERNAL_SECRET, which signs receipts",
  );
}

/** Opens the log of erasures: by default in a folder beside the embedded stores, or in the bucket of the objects. */
async function openErasureLog(
  { erasuresUrl, objectsUrl }: Settings,
  objects: ObjectStore,
  store: ObjectStoreSettings,
): Promise<ErasureLog> {
  if (erasuresUrl === undefined && objectsUrl !== undefined) return createErasureLog(objects, SHARED_PREFIX);
  if (erasuresUrl === undefined) {
    return createErasureLog(await createFileObjectStore(join(store.dataDir, "erasures")), "");
  }
  const { prefix, open } = readErasuresUrl(erasuresUrl);
  return createErasureLog(await open(store), prefix);
}

/** Where the log of erasures is, and how its store is opened. */
interface ErasuresPlace {
  readonly prefix: string;
  /** The folder, if it is one. */
  readonly folder: string | null;
  open(store: ObjectStoreSettings): Promise<ObjectStore>;
}

/**
 * Parses `TCK_ERASURES_URL`.
 *
 * @throws {SettingError}
 */
export function readErasuresUrl(erasuresUrl: string): ErasuresPlace {
  const url = URL.parse(erasuresUrl);
  if (url?.protocol === "file:") {
    const folder = fileURLToPath(url);
    return { prefix: "", folder, open: () => createFileObjectStore(folder) };
  }
  if (url?.protocol === "s3:") {
    return {
      prefix: SHARED_PREFIX,
      folder: null,
      open: (store) => openObjectStore(erasuresUrl, store),
    };
  }
  throw createSettingError("TCK_ERASURES_URL", "expected s3://BUCKET?endpoint=URL or file:///FOLDER");
}
