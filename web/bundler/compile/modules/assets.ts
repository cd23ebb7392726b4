import { basename } from "node:path";
import type * as esbuild from "esbuild";
import { LIMITS } from "../../../../core/contract/mod.ts";
import { quote } from "../../../../core/errors/mod.ts";
import type { SourceFiles } from "../sources/source_files.ts";

/** Embeds images and fonts as data URLs, up to `LIMITS.assetBytes` each. */
export function embedAssets(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-embed-assets",
    setup(build) {
      build.onLoad(
        { filter: /\.(svg|png|jpe?g|gif|webp|avif|woff2)$/, namespace: "file" },
        async ({ path }) => {
          const contents = await files.read(path);
          if (contents.byteLength <= LIMITS.assetBytes) return { contents, loader: "dataurl" };
          const text = `${
            quote(basename(path))
          } has ${contents.byteLength} bytes, at most ${LIMITS.assetBytes} are allowed`;
          return { errors: [{ text, detail: "asset.too_large" }] };
        },
      );
    },
  };
}
