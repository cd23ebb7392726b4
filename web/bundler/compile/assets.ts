import { basename } from "node:path";
import type * as esbuild from "esbuild";
import { LIMITS } from "../../core/contract/mod.ts";
import { isPackageFile, type SourceFiles } from "./source_files.ts";

/** Files that an import or a stylesheet's `url()` turns into a data URL, by their endings. */
export const ASSET_ENDINGS = [".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".woff2"] as const;

/** The path of such a file. */
export const ASSET = new RegExp(`(${ASSET_ENDINGS.join("|").replaceAll(".", "\\.")})$`);

/** Embeds images and fonts as data URLs, up to `LIMITS.assetBytes` each. */
export function embedAssets(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-embed-assets",
    setup(build) {
      build.onLoad({ filter: ASSET, namespace: "file" }, async ({ path }) => {
        if (!files.owns(path) && !isPackageFile(path)) return null;
        const contents = await files.read(path);
        if (contents.byteLength <= LIMITS.assetBytes) return { contents, loader: "dataurl" };
        const name = JSON.stringify(basename(path).slice(0, 80));
        const text = `${name} has ${contents.byteLength} bytes, at most ${LIMITS.assetBytes} are allowed`;
        return { errors: [{ text, detail: "asset.too_large" }] };
      });
    },
  };
}
