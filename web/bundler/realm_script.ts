import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { exportedNames } from "../assets/react_runtime.ts";

/** The builds of React: what ships runs on the first one, the errors of the second one explain themselves. */
export type ReactBuild = "production" | "development";

const FOLDER = dirname(fileURLToPath(import.meta.url));

/** The source of what opens a realm. */
const SOURCE = new URL("./realm/mod.ts", import.meta.url);

const scripts = new Map<ReactBuild, Promise<string>>();

/**
 * The script that opens the realm of an evaluation: the judge, with React and the kit. It is the same for every widget,
 * and its value is the function `openRealm`.
 */
export function realmScript(build: ReactBuild): Promise<string> {
  const known = scripts.get(build);
  if (known) return known;
  const script = readScript(build);
  scripts.set(build, script);
  script.catch(() => scripts.delete(build)); // The next time it may succeed.
  return script;
}

/** Where the bundler is installed as a package, the finished scripts stand beside it. */
async function readScript(build: ReactBuild): Promise<string> {
  if (import.meta.url.endsWith(".ts")) return await bundleScript(build);
  const finished: Record<ReactBuild, string> = await import(new URL("./realm.js", import.meta.url).href);
  return finished[build];
}

/** The module that holds the finished scripts by their builds, `realm.js` beside the bundler, for when it is packed. */
export async function bundleRealm(): Promise<string> {
  const builds = ["production", "development"] as const;
  const lines = builds.map(async (build) =>
    `export const ${build} = ${JSON.stringify(await bundleScript(build))};\n`
  );
  return (await Promise.all(lines)).join("");
}

async function bundleScript(reactBuild: ReactBuild): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [fileURLToPath(SOURCE)],
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    globalName: "realm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    tsconfigRaw: {},
    define: { "process.env.NODE_ENV": JSON.stringify(reactBuild) },
    logLevel: "silent",
    plugins: [installedPackages(reactBuild)],
  });
  return `(()=>{${outputFiles[0]!.text};return realm.openRealm})()`;
}

/** Whichever project is built, the realm is made of what the bundler itself was installed with. */
function installedPackages(reactBuild: ReactBuild): esbuild.Plugin {
  return {
    name: "tck-installed-packages",
    setup(build) {
      build.onResolve({ filter: /^@tck\/kit$/ }, () => ({
        path: fileURLToPath(new URL("../tck/mod.ts", import.meta.url)),
      }));
      build.onResolve(
        { filter: /^\.\/intl_formatters\.ts$/ },
        () => ({ path: join(FOLDER, "realm/shared_formatters.ts"), sideEffects: false }),
      );
      // A namespace is made of a CommonJS module for each file that imports it: one module of names serves all of them.
      build.onResolve(
        { filter: /^react(-dom|\/jsx-runtime)?$/ },
        ({ path, kind }) => kind === "import-statement" ? { path, namespace: "tck-react" } : null,
      );
      build.onLoad({ filter: /.*/, namespace: "tck-react" }, ({ path }) => ({
        contents: `const exported = require(${JSON.stringify(path)}); export default exported;
          export const { ${exportedNames(path).join()} } = exported;`,
        resolveDir: FOLDER,
      }));
      // Of the package's two renderers, only the one that renders at once.
      build.onResolve({ filter: /^react-dom\/server$/ }, () => ({
        path: join(dirname(resolve("react-dom")), `cjs/react-dom-server-legacy.browser.${reactBuild}.js`),
      }));
      // Each realm runs the whole script: what nothing in it uses is left out, though it may prepare something.
      build.onResolve({ filter: /^\.\.?\/.*\.tsx?$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, path),
        sideEffects: false,
      }));
    },
  };
}

const { resolve } = createRequire(import.meta.url);
