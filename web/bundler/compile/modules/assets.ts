import { basename } from "node:path";
import type * as esbuild from "esbuild";
import { isPlainFont } from "../../../../core/bytes/mod.ts";
import { LIMITS } from "../../../../core/contract/mod.ts";
import { quote } from "../../../../core/errors/mod.ts";
import type { SourceFiles } from "../sources/source_files.ts";

/** Why a file cannot be embedded. */
export interface AssetFault {
  readonly code: "asset.too_large" | "asset.svg_font";
  readonly text: string;
}

/** What is wrong with an image or a font that is to be embedded, or null. */
export function findAssetFault(path: string, contents: Uint8Array): AssetFault | null {
  const name = quote(basename(path));
  if (contents.byteLength > LIMITS.assetBytes) {
    const text = `${name} has ${contents.byteLength} bytes, at most ${LIMITS.assetBytes} are allowed`;
    return { code: "asset.too_large", text };
  }
  if (path.endsWith(".woff2") && !isPlainFont(contents)) {
    const text = `${name} has a table of SVG documents, which no feed shows, or is not a font`;
    return { code: "asset.svg_font", text };
  }
  return null;
}

/** Embeds images and fonts as data URLs, up to `LIMITS.assetBytes` each. */
export function embedAssets(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-embed-assets",
    setup(build) {
      build.onLoad(
        { filter: /\.(svg|png|jpe?g|gif|webp|avif|woff2)$/, namespace: "file" },
        async ({ path }) => {
          const contents = await files.read(path);
          const fault = findAssetFault(path, contents);
          if (fault === null) return { contents, loader: "dataurl" };
          return { errors: [{ text: fault.text, detail: fault.code }] };
        },
      );
    },
  };
}
