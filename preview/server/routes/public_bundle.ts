import { PROTOCOL_PREFIX, type PublicBundle } from "../../protocol.ts";
import type { StoredBundle } from "../model/mod.ts";

/** A bundle with the URLs of its files. */
export function toPublicBundle({ info, contents }: StoredBundle): PublicBundle {
  const url = `${PROTOCOL_PREFIX}bundle/${info.id}/`;
  return {
    ...info,
    bundleUrl: `${url}widget.mjs`,
    ...(contents.css === null ? {} : { cssUrl: `${url}widget.css` }),
    ...(contents.propertiesCss === null ? {} : { propertiesCssUrl: `${url}widget.properties.css` }),
  };
}
