import { type Kysely, sql } from "kysely";
import type { ObjectStore, PlannedRow } from "../../core/commit/mod.ts";
import { ENTRY_NAMES } from "../../core/contract/mod.ts";
import { type JsonObject, stringifyJson } from "../../core/manifest/mod.ts";
import { bundleKey } from "../../core/naming/mod.ts";
import { readEntry, TckbUnpackError } from "../../core/tckb/mod.ts";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/** A row whose manifest is stored as jsonb only, by a version that kept no text. */
export interface RowWithoutText {
  readonly userId: string;
  readonly widgetId: string;
  readonly bundleHash: string;
  readonly manifest: JsonObject;
}

/** Rows without the text of their manifest, in the order of their ids. */
export async function listRowsWithoutText(
  { kysely }: Pick<Database, "kysely">,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<RowWithoutText[]> {
  const rows = await kysely.selectFrom("widgets")
    .select(["user_id", "widget_id", "bundle_hash", "manifest_json"])
    .where("manifest_text", "is", null).where("manifest_json", "is not", null)
    .where("widget_id", ">", after).orderBy("widget_id").limit(limit).execute();
  return rows.map((row) => ({
    userId: row.user_id,
    widgetId: row.widget_id,
    bundleHash: row.bundle_hash,
    manifest: row.manifest_json!,
  }));
}

/** Stores the text of a manifest in its row, unless the row is gone or has one. */
export async function storeManifestText(
  { kysely }: { readonly kysely: Kysely<Tables> },
  widgetId: string,
  text: string,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely.updateTable("widgets").set({ manifest_text: text })
    .where("widget_id", "=", widgetId).where("manifest_text", "is", null)
    .where("manifest_json", "=", sql<JsonObject>`${text}::jsonb`).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The manifest in a widget's bundle, as text with its keys in their order; null if the bundle is gone or has another
 * manifest: two widgets with one module have one bundle.
 */
export async function readBundledManifest(
  objects: Pick<ObjectStore, "get">,
  { userId, bundleHash, manifest }: Omit<RowWithoutText, "widgetId">,
): Promise<string | null> {
  const envelope = await objects.get(bundleKey(userId, bundleHash));
  const bytes = envelope && await readEntry(envelope, ENTRY_NAMES.manifest).catch(nullIfInvalid);
  if (!bytes) return null;
  const bundled: JsonObject = JSON.parse(new TextDecoder().decode(bytes));
  return sortKeys(bundled) === sortKeys(manifest) ? stringifyJson(bundled) : null;
}

/** The rows of a revision, whose manifests an earlier version stored as jsonb. */
export async function restoreManifests(
  objects: Pick<ObjectStore, "get">,
  userId: string,
  rows: readonly (Omit<PlannedRow, "manifest"> & { readonly manifest: string | JsonObject | null })[],
): Promise<PlannedRow[]> {
  return await Promise.all(rows.map(async (row) => {
    const { manifest, bundleHash } = row;
    if (manifest === null || typeof manifest === "string") return { ...row, manifest };
    const text = await readBundledManifest(objects, { userId, bundleHash, manifest });
    return { ...row, manifest: text ?? stringifyJson(manifest) };
  }));
}

function nullIfInvalid(error: unknown): null {
  if (error instanceof TckbUnpackError) return null;
  throw error;
}

/** JSON that does not depend on the order of keys, and has 0 for `-0` as jsonb does. */
function sortKeys(value: JsonObject): string {
  return JSON.stringify(
    value,
    (_, member) =>
      typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => left < right ? -1 : 1))
        : member,
  );
}
