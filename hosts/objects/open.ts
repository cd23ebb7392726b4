import { join } from "node:path";
import type { ObjectStore } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { ObjectStoreError } from "./errors.ts";
import { createFileObjectStore } from "./files.ts";
import { openS3ObjectStore } from "./open_s3.ts";
import type { ObjectStoreOpener, ObjectStoreSettings } from "./opener.ts";

/** The openers by URL scheme. */
type ObjectStoreRegistry = ReadonlyMap<string, ObjectStoreOpener>;

const OBJECT_STORES: ObjectStoreRegistry = new Map([
  ["s3:", openS3ObjectStore],
]);

/**
 * Opens the object store at a URL, or files in the folder `objects` below the data folder when there is none.
 *
 * @param url The setting `TCK_OBJECTS_URL`, such as `s3://BUCKET?endpoint=URL&region=REGION`; absent or empty: files
 * @throws {ObjectStoreError} `object_store.unsupported_url`, `object_store.missing_credentials`
 */
export async function openObjectStore(
  url: string | undefined,
  settings: ObjectStoreSettings,
  registry: ObjectStoreRegistry = OBJECT_STORES,
): Promise<ObjectStore> {
  if (!url) return await createFileObjectStore(join(settings.dataDir, "objects"));
  const parsed = URL.parse(url);
  const open = registry.get(parsed?.protocol ?? "");
  if (parsed !== null && open !== undefined) return open(parsed, settings);
  const shown = parsed === null ? url : `${parsed.protocol}//`; // The rest of a URL may hold a password.
  const expected = [...registry.keys()].map((scheme) => `${scheme}//`).join(" or ");
  const message = `Cannot open object store ${quote(shown)}: TCK_OBJECTS_URL must begin with ${expected}`;
  throw new ObjectStoreError("object_store.unsupported_url", message);
}
