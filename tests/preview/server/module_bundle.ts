import type { JsonObject } from "../../../core/manifest/mod.ts";
import { writeTckb } from "../../../core/tckb/mod.ts";

/** A bundle of a module and a stylesheet. */
export function bundleModule(
  module: string,
  { manifest = {}, css = "" }: { manifest?: JsonObject; css?: string } = {},
): Promise<Uint8Array> {
  const utf8 = new TextEncoder();
  return writeTckb({
    module: utf8.encode(module),
    manifest: { id: "module", cardType: "feed", sizes: ["fill-auto"], ...manifest },
    css: utf8.encode(css),
  });
}
