import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type * as esbuild from "esbuild";
import type { Plugin, ViteDevServer } from "vite";
import { type BuildPlace, keepBuild, type KeptBuild, readKeptBuild } from "../../../../terminal/files/mod.ts";
import { toSlashes } from "../../model/mod.ts";
import { SHELL_BUILD } from "../../shell_build/mod.ts";
import { type KitModules, REACT_SPECIFIERS } from "./shared_specifiers.ts";

const PREFIX = "\0tck-own:";

const PLACE: BuildPlace = {
  file: fileURLToPath(
    new URL("../../../../node_modules/.cache/tck-preview/own-modules.json", import.meta.url),
  ),
  settings: [
    "./own_modules.ts",
    "../../shell_build/mod.ts",
    "./shared_specifiers.ts",
    "../../../../deno.lock",
  ]
    .map((path) => fileURLToPath(new URL(path, import.meta.url))),
};

/** What {@link bundleOwnModules} bundles. */
interface OwnModulesOptions {
  /** The shell's entry, an absolute path. */
  shell: string;
  kit: KitModules;
}

/**
 * Serves the shell and the kit from this repository's sources, bundled to a few modules: a browser that requests the
 * 150 files one by one takes seconds to show the first widget. Shared code is in shared modules, so that widgets,
 * bundles and the shell have the same kit. An edit of these sources reloads the page.
 */
export function bundleOwnModules(options: OwnModulesOptions): Plugin {
  // Begins while Vite is still being loaded.
  let build = readKeptBuild(PLACE).then((kept) => kept ?? buildModules(options));
  build.catch(() => {}); // Thrown by the load hook.
  const follow = async (server: ViteDevServer, path: string) => {
    const known = await build.catch(() => null);
    if (known !== null && !known.sources.includes(toSlashes(path))) return;
    build = buildModules(options);
    build.catch(() => {});
    server.environments.client.moduleGraph.invalidateAll();
    server.environments.client.hot.send({ type: "full-reload" });
  };
  return {
    name: "tck:own-modules",
    enforce: "pre",
    configureServer(server) {
      server.watcher.on("change", (path) => void follow(server, path));
      build.then(({ sources }) => server.watcher.add([...sources]), () => {});
    },
    resolveId: {
      filter: { id: /^@tck\/kit(\/|$)|\/tck-own-[^/]+\.mjs$/ },
      handler: (specifier) => {
        if (!specifier.startsWith("@tck/")) return `${PREFIX}${basename(specifier)}`;
        return Object.hasOwn(options.kit, specifier) ? `${PREFIX}${entryName(specifier)}.mjs` : null;
      },
    },
    load: {
      async handler(id) {
        if (id !== options.shell && !id.startsWith(PREFIX)) return null;
        const code = (await build).modules.get(id);
        // Without a source map, Vite would generate one that is as large as the module.
        return code === undefined ? null : { code, map: { mappings: "" } };
      },
    },
  };
}

async function buildModules({ shell, kit }: OwnModulesOptions): Promise<KeptBuild> {
  const [begun, esbuild] = [Date.now(), await import("esbuild")];
  const folder = dirname(shell);
  const entries = Object.entries(kit).map(([specifier, path]) => [entryName(specifier), path] as const);
  const { outputFiles, metafile } = await esbuild.build({
    ...SHELL_BUILD,
    entryPoints: { shell, ...Object.fromEntries(entries) },
    absWorkingDir: folder,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    chunkNames: "tck-own-[name]-[hash]",
    external: [...REACT_SPECIFIERS, "virtual:*"],
    plugins: [...SHELL_BUILD.plugins, kitFromSource(kit), externalStylesheets],
  });
  const idOf = (path: string) => basename(path) === "shell.mjs" ? shell : `${PREFIX}${basename(path)}`;
  const build = {
    modules: new Map(outputFiles.map(({ path, text }) => [idOf(path), text])),
    // A path with a namespace is of a module that a plugin makes.
    sources: Object.keys(metafile.inputs).filter((path) => !/^tck-[a-z-]+:/.test(path))
      .map((path) => toSlashes(resolve(folder, path))),
  };
  await keepBuild(PLACE, build, begun);
  return build;
}

/** The module name of a specifier: `tck-own-kit-host` for `@tck/kit/host`. */
function entryName(specifier: string): string {
  return `tck-own-${specifier.slice("@tck/".length).replace("/", "-")}`;
}

function kitFromSource(kit: KitModules): esbuild.Plugin {
  return {
    name: "tck-kit-from-source",
    setup(build) {
      build.onResolve(
        { filter: /^@tck\/kit(\/|$)/ },
        ({ path }) => Object.hasOwn(kit, path) ? { path: kit[path]! } : null,
      );
    },
  };
}

/** Stylesheets stay imports: the dev server adds them to the page, or exports their URLs. */
const externalStylesheets: esbuild.Plugin = {
  name: "tck-external-stylesheets",
  setup(build) {
    build.onResolve({ filter: /\.css(\?|$)/ }, async ({ path, resolveDir, pluginData }) => {
      if (pluginData === externalStylesheets) return null;
      const [file, query] = path.split("?");
      const found = await build.resolve(file!, {
        kind: "import-statement",
        resolveDir,
        pluginData: externalStylesheets,
      });
      if (found.errors.length > 0) return { errors: found.errors };
      return {
        path: `${toSlashes(found.path)}${query === undefined ? "" : `?${query}`}`,
        external: true,
      };
    });
  },
};
