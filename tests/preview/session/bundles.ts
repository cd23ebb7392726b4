import type { JsonObject } from "../../../core/manifest/mod.ts";
import { writeTckb } from "../../../core/tckb/mod.ts";

const utf8 = new TextEncoder();

/** A small bundle whose hash depends on the text. */
export function makeBundle(
  text: string,
  manifest: JsonObject = {},
  styles: { css?: string; propertiesCss?: string } = {},
): Promise<Uint8Array> {
  const encode = (style: string | undefined) => style === undefined ? null : utf8.encode(style);
  return writeTckb({
    module: utf8.encode(`export default () => ${JSON.stringify(text)};`),
    manifest: { id: "weather", cardType: "feed", sizes: ["fill-auto"], ...manifest },
    css: encode(styles.css),
    propertiesCss: encode(styles.propertiesCss),
  });
}
