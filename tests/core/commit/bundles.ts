import type { BatchIdentity, BundleFile, WidgetCommitSpec } from "../../../core/commit/mod.ts";
import type { JsonObject } from "../../../core/manifest/mod.ts";
import { writeTckb } from "../../../core/tckb/mod.ts";

/** A batch to commit into. */
export const BATCH: BatchIdentity = { userId: "demo", localDate: "2026-03-04", kind: "morning_brief" };

/** A small bundle whose hash depends on the text. */
export function makeBundle(text: string, manifest: JsonObject = {}, css?: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  return writeTckb({
    module: encoder.encode(`export default () => ${JSON.stringify(text)};`),
    manifest: { id: "weather", cardType: "feed", sizes: ["fill-auto"], ...manifest },
    css: css === undefined ? null : encoder.encode(css),
  });
}

/** A file of `dist` that counts how often it is read. */
export function makeFile(name: string, bytes: Uint8Array): BundleFile & { reads: number } {
  return {
    name,
    reads: 0,
    read() {
      this.reads++;
      return Promise.resolve(bytes);
    },
  };
}

/** The spec of a widget, for tests without a scan. */
export function makeSpec(position: number, changes: Partial<WidgetCommitSpec> = {}): WidgetCommitSpec {
  const name = `${String(position).padStart(3, "0")}_widget`;
  return {
    fileName: `${name}.tckb`,
    position,
    name,
    widgetId: `w_${String.fromCharCode(96 + position).repeat(26)}`,
    bundleHash: String(position).repeat(64).slice(0, 64),
    bundleDigest: String(position).repeat(64).slice(0, 64),
    bundleSize: 100 + position,
    stylesCovered: true,
    manifestBytes: new TextEncoder().encode('{"id":"weather"}'),
    ...changes,
  };
}
