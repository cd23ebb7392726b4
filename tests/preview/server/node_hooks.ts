/**
 * For `node --experimental-transform-types --import`: runs the preview from this repository's sources on Node, which
 * supports neither JSX nor the kit's specifiers.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const KIT: { readonly [specifier: string]: string } = {
  "@tck/kit": "../../../web/tck/mod.ts",
  "@tck/kit/host": "../../../web/tck-host/mod.ts",
  "@tck/kit/host-mount": "../../../web/tck-host-mount/mod.ts",
};

registerHooks({
  resolve(specifier, context, nextResolve) {
    const source = Object.hasOwn(KIT, specifier) ? KIT[specifier] : undefined;
    return source === undefined
      ? nextResolve(specifier, context)
      : nextResolve(new URL(source, import.meta.url).href, context);
  },
  load(url, context, nextLoad) {
    if (!url.endsWith(".tsx")) return nextLoad(url, context);
    const source = readFileSync(fileURLToPath(url), "utf8");
    const { code } = esbuild.transformSync(source, { loader: "tsx", jsx: "automatic", target: "node24" });
    return { format: "module", source: code, shortCircuit: true };
  },
});
