import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { cardCss, cardMarkup, cardSource } from "./card_source.ts";

/** The version of the Module Federation runtime that is measured. It is installed for this benchmark only. */
const FEDERATION = { name: "@module-federation/runtime", version: "2.9.2" } as const;

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** How many cards a server's document has. */
const FIRST_CARDS = 8;

const LIST_CSS = "ol { display: grid; gap: 16px; max-inline-size: 40rem; margin: 0 auto; padding: 0 }";

/**
 * Writes the pages of ordinary applications with the same cards: one bundle with all of them, a frame with an own React
 * for each, and a Module Federation 2 remote for each. And what no canvas in sealed frames can be ahead of: static files
 * of a frame with the markup of the first cards, and of a frame with one bundle.
 */
export async function writePlainPages(folder: string, counts: readonly number[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const write = (name: string, content: string | Uint8Array) => writeFile(join(folder, name), content);
  const federationFolder = await installFederation();
  for (const count of counts) {
    const indexes = Array.from({ length: count }, (_, index) => index);
    await write(`one-${count}.html`, renderPage(`one-${count}`));
    await write(`one-${count}.css`, LIST_CSS + indexes.map(cardCss).join(""));
    await write(`one-${count}.js`, await bundle(oneBundleSource(indexes)));
    const frames = indexes.map((index) => `<iframe src="/card-${index}.html" height="240"></iframe>`).join(
      "",
    );
    const style = "<style>iframe { inline-size: 40rem; border: 0 }</style>";
    await write(`frames-${count}.html`, `<!doctype html>${style}${frames}`);
    await write(`sealed-${count}.html`, renderSealedPage(count));
    await write(`paint-${count}.html`, renderFirstCards(indexes.slice(0, FIRST_CARDS)));
    await write(`federation-${count}.html`, renderPage(`federation-${count}`));
    await write(`federation-${count}.css`, LIST_CSS);
    await write(`federation-${count}.js`, await bundle(federationSource(count), federationFolder));
  }
  for (let index = 0; index < Math.max(...counts); index++) {
    await write(`card-${index}.html`, renderPage(`card-${index}`));
    await write(`card-${index}.css`, cardCss(index));
    await write(`card-${index}.js`, await bundle(oneBundleSource([index])));
    await write(`remote-${index}.js`, await bundle(remoteSource(index)));
  }
}

function renderPage(name: string): string {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/${name}.css"><div id="root"></div><script type="module" src="/${name}.js"></script>`;
}

/** A page with the first cards in a frame that runs nothing, and all of them in one that has no origin. */
function renderSealedPage(count: number): string {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<style>iframe { display: block; inline-size: 100%; block-size: 90vh; border: 0 }</style>
<iframe sandbox src="/paint-${count}.html"></iframe>
<iframe sandbox="allow-scripts" src="/one-${count}.html"></iframe>`;
}

/** The document of the first cards, as a server writes it. */
function renderFirstCards(indexes: readonly number[]): string {
  const items = indexes.map((index) => `<li>${cardMarkup(index)}</li>`).join("");
  return `<!doctype html><meta charset="utf-8"><title>Cards</title>
<style>${LIST_CSS}${indexes.map(cardCss).join("")}</style><ol>${items}</ol>`;
}

/** An application that renders the cards from one root. */
function oneBundleSource(indexes: readonly number[]): string {
  return `
import { jsx } from "react/jsx-runtime";
import { createRoot } from "react-dom/client";
${indexes.map((index) => `import Card${index} from "card:${index}";`).join("\n")}
const cards = [${indexes.map((index) => `Card${index}`).join(", ")}];
createRoot(document.querySelector("#root")).render(
  jsx("ol", { children: cards.map((Card, index) => jsx("li", { children: jsx(Card, {}) }, index)) }),
);`;
}

/** An application that loads each card from a remote of its own and shares React with all of them. */
function federationSource(count: number): string {
  return `
import * as React from "react";
import * as runtime from "react/jsx-runtime";
import { createRoot } from "react-dom/client";
import { createInstance } from "${FEDERATION.name}";
const shareConfig = { singleton: true, requiredVersion: "^19.0.0" };
const share = (lib) => ({ version: React.version, scope: "default", lib: () => lib, shareConfig });
const host = createInstance({
  name: "host",
  remotes: Array.from({ length: ${count} }, (_, index) =>
    ({ name: "card" + index, entry: "/remote-" + index + ".js", type: "module" })),
  shared: { react: share(React), "react/jsx-runtime": share(runtime) },
});
const cards = Array.from({ length: ${count} }, (_, index) =>
  React.lazy(() => host.loadRemote("card" + index + "/Card")));
createRoot(document.querySelector("#root")).render(
  runtime.jsx("ol", { children: cards.map((Card, index) =>
    runtime.jsx("li", { children: runtime.jsx(React.Suspense, { children: runtime.jsx(Card, {}) }) }, index)) }),
);`;
}

/**
 * A remote in its leanest form: the container (`init`, `get`), the card and its style in one file, without a manifest. It
 * takes React from the scope that the host shares.
 */
function remoteSource(index: number): string {
  return `
let shared;
export function init(scope) { shared = scope; }
export async function get() {
  const take = async (name) => (await Object.values(shared[name])[0].get())();
  globalThis.sharedReact = { react: await take("react"), runtime: await take("react/jsx-runtime") };
  const { default: Card } = await import("card:${index}");
  const style = document.createElement("style");
  style.textContent = ${JSON.stringify(cardCss(index))};
  document.head.append(style);
  return () => ({ default: Card });
}`;
}

/** Installs the runtime beside the project's packages. Returns the folder from which it is resolved. */
async function installFederation(): Promise<string> {
  const { name, version } = FEDERATION;
  const specifier: string = `npm:${name}@${version}`;
  await import(specifier);
  return join(ROOT, "node_modules/.deno", `${name.replace("/", "+")}@${version}`, "node_modules");
}

async function bundle(source: string, resolveDir = ROOT): Promise<Uint8Array> {
  const isRemote = source.includes("sharedReact");
  const { outputFiles } = await esbuild.build({
    stdin: { contents: source, resolveDir },
    bundle: true,
    write: false,
    format: "esm",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    tsconfigRaw: {},
    nodePaths: [join(ROOT, "node_modules")],
    logLevel: "silent",
    plugins: [cards, ...(isRemote ? [sharedReact] : [])],
  });
  return outputFiles[0]!.contents;
}

/** Resolves `card:N` to the module of a card. */
const cards: esbuild.Plugin = {
  name: "cards",
  setup(build) {
    build.onResolve({ filter: /^card:/ }, ({ path }) => ({ path: path.slice(5), namespace: "card" }));
    build.onLoad({ filter: /.*/, namespace: "card" }, ({ path }) => ({
      contents: cardSource(Number(path)),
      loader: "js",
      resolveDir: ROOT,
    }));
  },
};

/** Replaces React by the one that the host shares. */
const sharedReact: esbuild.Plugin = {
  name: "shared-react",
  setup(build) {
    build.onResolve({ filter: /^react(\/jsx-runtime)?$/ }, ({ path }) => ({ path, namespace: "shared" }));
    build.onLoad({ filter: /.*/, namespace: "shared" }, ({ path }) => ({
      contents: `module.exports = globalThis.sharedReact.${path === "react" ? "react" : "runtime"};`,
      loader: "js",
    }));
  },
};
