import { join } from "node:path";
import type { ObjectStore } from "../../core/commit/mod.ts";
import { quote } from "../../core/naming/mod.ts";
import { ObjectStoreError } from "./errors.ts";
import { createFileObjectStore } from "./files.ts";

/**
 * Opens the object store of a setting: files in the folder `objects` below the data folder when there is none.
 *
 * @param url The setting `TCK_OBJECTS_URL`; absent or empty: files
 * @param dataDir The data folder. The store's folder is made below it
 * @throws {ObjectStoreError} `object_store.unsupported_url` for any setting
 */
export async function openObjectStore(url: string | undefined, dataDir: string): Promise<ObjectStore> {
  if (url) {
    const scheme = URL.canParse(url) ? `${new URL(url).protocol}//` : url;
    throw new ObjectStoreError(
      "object_store.unsupported_url",
      `Cannot open object store ${quote(scheme)}: only files are supported, so leave TCK_OBJECTS_URL unset`,
    );
  }
  return await createFileObjectStore(join(dataDir, "objects"));
}
