import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { SHARED_SPECIFIERS } from "../../../core/contract/mod.ts";
import { buildSharedAssets, readAssetText } from "../../../web/assets/mod.ts";
import { SHELL_BUILD } from "../shell_build/mod.ts";
import { hashedPath, type SiteAssets } from "./site_paths.ts";

const FOLDER = "app";

const SHELL = fileURLToPath(new URL("../../shell/", import.meta.url));

/** What the shell has of the kit's host: the page has one shell, so that nothing else needs it. */
const HOST = Object.fromEntries(
  ["host", "host-mount"].map((name) => [
    `@tck/kit/${name}`,
    fileURLToPath(new URL(`../../../web/tck-${name}/mod.ts`, import.meta.url)),
  ]),
);

/** Builds the shell for sites from this repository's sources. */
export async function buildShell(): Promise<SiteAssets> {
  const shared = await buildSharedAssets();
  const files: { [path: string]: string } = {};
  const add = (name: string, extension: string, text: string) => {
    const path = hashedPath(FOLDER, name, extension, text);
    files[path] = text;
    return path;
  };
  const paths = new Map([...shared.keys()].map((asset) => {
    const [name, extension] = asset.split(".") as [string, string];
    return [asset, add(name, extension, readAssetText(shared, asset))];
  }));
  const { outputFiles, metafile } = await esbuild.build({
    ...SHELL_BUILD,
    absWorkingDir: SHELL,
    entryPoints: ["main.ts", "boot.tsx"],
    outdir: FOLDER,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    minify: true,
    charset: "utf8",
    legalComments: "inline",
    define: { ...SHELL_BUILD.define, "import.meta.hot": "undefined" },
    external: [
      ...SHARED_SPECIFIERS.map(({ specifier }) => specifier).filter((one) => !Object.hasOwn(HOST, one)),
      "virtual:*",
    ],
    plugins: [leaveServerParts, hostStylesheet(paths.get("style.css")!), ...SHELL_BUILD.plugins],
    alias: HOST,
  });
  const outputs = Object.entries(metafile.outputs);
  const entryOf = (source: string) => outputs.find(([, { entryPoint }]) => entryPoint === source)!;
  const [boot, { imports, cssBundle }] = entryOf("boot.tsx");
  for (const { path, text } of outputFiles) {
    const file = `${FOLDER}/${basename(path)}`;
    // Each lazy part imports the whole first load, and esbuild repeats its stylesheet for each of them.
    if (!file.endsWith(".css") || file === cssBundle) files[file] = text;
  }
  const first = imports.filter(({ kind, external }) => kind === "import-statement" && !external);
  return {
    files,
    entry: entryOf("main.ts")[0],
    preloaded: [
      boot,
      ...first.map(({ path }) => path),
      paths.get("react-runtime.mjs")!,
      paths.get("tck.mjs")!,
    ],
    styles: [cssBundle!],
    imports: Object.fromEntries(
      SHARED_SPECIFIERS.filter(({ asset }) => paths.has(asset))
        .map(({ specifier, asset }) => [specifier, paths.get(asset)!]),
    ),
  };
}

/** The parts of the shell that need a server or a camera, and that a site does not show. */
const SERVER_PARTS = /\/(?:chat|chat_controls|shot_list|source_panel)\.tsx$/;

const leaveServerParts: esbuild.Plugin = {
  name: "tck-leave-server-parts",
  setup(build) {
    build.onResolve(
      { filter: SERVER_PARTS },
      ({ kind, path, resolveDir }) =>
        kind === "dynamic-import" ? { path: join(resolveDir, path), namespace: "tck-left" } : null,
    );
    build.onLoad({ filter: /./, namespace: "tck-left" }, () => ({ contents: "export {};" }));
  },
};

/** The stylesheet of the tokens by its address, relative to the page. */
function hostStylesheet(path: string): esbuild.Plugin {
  return {
    name: "tck-host-stylesheet",
    setup(build) {
      build.onResolve({ filter: /\/style\.css\?url$/ }, ({ path, resolveDir }) => ({
        path: join(dirname(join(resolveDir, path)), "style.css"),
        namespace: "tck-address",
      }));
      build.onLoad({ filter: /./, namespace: "tck-address" }, () => ({
        contents: `export default ${JSON.stringify(path)};`,
      }));
    },
  };
}
