import { InvalidNameError } from "./errors.ts";
import { isBundleHash } from "./bundle_hash.ts";
import { formatUserSegment, parseUserSegment } from "./user_id.ts";
import { isWidgetId } from "./widget_id.ts";

/** The parts of an object's key. */
export interface ObjectKey {
  /** The owner, decoded. */
  readonly userId: string;
  /** What the object contains. */
  readonly type: "bundle" | "manifest" | "source";
  /** The bundle hash for a bundle, else the widget id. */
  readonly id: string;
}

const PATTERN = /^widgets\/([^/]+)\/(bundles\/[^/]+\.tckb|manifests\/[^/]+\.json|sources\/[^/]+\.tar\.gz)$/;
const NAME = /^(bundle|manifest|source)s\/([A-Za-z0-9_-]+)\./;
/** The longest key, in characters. */
const MAX_LENGTH = 512;

/**
 * The key of a bundle's envelope: `widgets/{userId}/bundles/{hash}.tckb` (lifecycle specification, B.2). The user's id is
 * percent-encoded into its segment.
 *
 * @throws {InvalidNameError} `name.user_id` or `name.bundle_hash`
 *
 * @example
 * ```ts
 * import { bundleKey } from "@tck/tckb/commit";
 * bundleKey("a/b", "A".repeat(64)); // "widgets/a%2Fb/bundles/AAAA….tckb"
 * ```
 */
export function bundleKey(userId: string, hash: string): string {
  if (!isBundleHash(hash)) {
    throw new InvalidNameError("name.bundle_hash", hash, "it is not 64 characters of base64url");
  }
  return `${formatBundleFolder(userId)}${hash}.tckb`;
}

/** The prefix of all keys of a user: `widgets/{userId}/`. @throws {InvalidNameError} `name.user_id` */
export function formatUserFolder(userId: string): string {
  return `widgets/${formatUserSegment(userId)}/`;
}

/**
 * The prefix of the keys of a user's bundles: `widgets/{userId}/bundles/`. The hash and `.tckb` follow.
 *
 * @throws {InvalidNameError} `name.user_id`
 *
 * @example
 * ```ts
 * import { formatBundleFolder } from "@tck/tckb/commit";
 * formatBundleFolder("a/b"); // "widgets/a%2Fb/bundles/"
 * ```
 */
export function formatBundleFolder(userId: string): string {
  return `${formatUserFolder(userId)}bundles/`;
}

/**
 * The key of a manifest that is too large for its row: `widgets/{userId}/manifests/{widgetId}.json` (lifecycle specification,
 * B.2).
 *
 * @throws {InvalidNameError} `name.user_id` or `name.widget_id`
 *
 * @example
 * ```ts
 * import { manifestKey } from "@tck/tckb/commit";
 * manifestKey("demo", "w_" + "a".repeat(26)); // "widgets/demo/manifests/w_aaaa….json"
 * ```
 */
export function manifestKey(userId: string, widgetId: string): string {
  return `${formatUserFolder(userId)}manifests/${checkWidgetId(widgetId)}.json`;
}

/**
 * The key of a widget's packed source: `widgets/{userId}/sources/{widgetId}.tar.gz` (lifecycle specification, B.2).
 *
 * @throws {InvalidNameError} `name.user_id` or `name.widget_id`
 *
 * @example
 * ```ts
 * import { sourceKey } from "@tck/tckb/commit";
 * sourceKey("demo", "w_" + "a".repeat(26)); // "widgets/demo/sources/w_aaaa….tar.gz"
 * ```
 */
export function sourceKey(userId: string, widgetId: string): string {
  return `${formatUserFolder(userId)}sources/${checkWidgetId(widgetId)}.tar.gz`;
}

/**
 * Parses an object's key, or returns null when {@link bundleKey}, {@link manifestKey} and {@link sourceKey} do not return it.
 *
 * @example
 * ```ts
 * import { bundleKey, parseObjectKey } from "@tck/tckb/commit";
 * parseObjectKey(bundleKey("a/b", "A".repeat(64))); // { userId: "a/b", type: "bundle", id: "AAAA…" }
 * parseObjectKey("widgets/../bundles/x.tckb"); // null
 * ```
 */
export function parseObjectKey(key: string): ObjectKey | null {
  if (key.length > MAX_LENGTH) return null;
  const [, segment, rest] = PATTERN.exec(key) ?? [];
  const [, type, id] = NAME.exec(rest ?? "") ?? [];
  if (segment === undefined || id === undefined) return null;
  const userId = parseUserSegment(segment);
  if (userId === null || !(type === "bundle" ? isBundleHash(id) : isWidgetId(id))) return null;
  return { userId, type: type as ObjectKey["type"], id };
}

function checkWidgetId(widgetId: string): string {
  if (!isWidgetId(widgetId)) {
    throw new InvalidNameError("name.widget_id", widgetId, "it is not w_ and 26 characters of base32");
  }
  return widgetId;
}
