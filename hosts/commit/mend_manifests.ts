import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import {
  listRowsWithoutText,
  readBundledManifest,
  type ServiceDependencies,
  storeManifestText,
} from "../postgres/mod.ts";

/** How many rows are read at once. */
const ROWS_AT_ONCE = 200;

/**
 * Stores the text of each manifest that an earlier version stored as jsonb only, which sorts keys. It can be stopped at any
 * time and begins again with what is left. A row stays as it is while its bundle is missing, cannot be read or has another
 * manifest; readers then get the keys as jsonb sorts them.
 *
 * @returns how many rows it changed
 */
export async function mendManifests(
  deps: Pick<ServiceDependencies, "database" | "objects" | "log">,
  { rowsAtOnce = ROWS_AT_ONCE, signal }: { rowsAtOnce?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const { database, objects, log } = deps;
  let [mended, left] = [0, 0];
  let reason = "";
  for (let after = "";;) {
    const rows = await listRowsWithoutText(database, { after, limit: rowsAtOnce });
    for (const row of rows) {
      signal?.throwIfAborted();
      const text = await readBundledManifest(objects, row).catch((error) => {
        reason ||= `, the first: ${errorMessageWithCauses(error)}`;
        return null;
      });
      if (text !== null && await storeManifestText(database, row.widgetId, text)) mended++;
      else left++;
    }
    if (rows.length < rowsAtOnce) break;
    after = rows.at(-1)!.widgetId;
  }
  if (mended + left > 0) {
    const message =
      `Stored the text of ${mended} manifests of an earlier version; ${left} cannot be restored${reason}`;
    log({ event: "manifests_mended", level: reason ? "warning" : "info", message, mended, left });
  }
  return mended;
}
