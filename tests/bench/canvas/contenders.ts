import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { buildHostAssets } from "../../../web/assets/mod.ts";
import { makeEnvelope } from "../../hosts/routes/envelopes.ts";
import { listen, type TestServer } from "../../hosts/routes/sockets.ts";
import { createIdentity, openStores, serveStack } from "../../hosts/routes/stack.ts";
import { cardCss, cardSource } from "./card_source.ts";

/** One way to show the cards on a page. */
export interface Contender {
  readonly name: string;
  readonly server: TestServer;
  /** The path of the page with a number of cards. */
  page(count: number): string;
}

/** The name of the contender that the ratios refer to. */
export const BASE = "one bundle";

/** Builds the same cards for every contender, and serves them. */
export async function serveContenders(
  counts: readonly number[],
): Promise<{ contenders: Contender[]; close: () => Promise<void> }> {
  const canvas = await serveCanvas(counts);
  const plain = listen(await createPlainPages(counts));
  await esbuild.stop();
  return {
    contenders: [
      { name: BASE, server: plain, page: (count) => `/one/${count}` },
      { name: "open canvas", server: canvas.open, page: feedPath },
      { name: "sealed canvas", server: canvas.sealed, page: feedPath },
      { name: "iframe each", server: plain, page: (count) => `/frames/${count}` },
    ],
    async close() {
      await plain.close();
      await canvas.close();
    },
  };
}

function feedPath(count: number): string {
  return `/feed/${dayOf(count).replaceAll("-", "")}-morning-brief`;
}

/** The batch of a number of cards has a day of its own. */
function dayOf(count: number): string {
  return new Date(Date.UTC(2026, 0, count)).toISOString().slice(0, 10);
}

/** The real services, once with an open and once with a sealed canvas, on one database. */
async function serveCanvas(
  counts: readonly number[],
): Promise<{ open: TestServer; sealed: TestServer; close: () => Promise<void> }> {
  const stores = await openStores();
  for (const count of counts) {
    const bundles = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const { code } = await esbuild.transform(cardSource(index), { minify: true, format: "esm" });
        return await makeEnvelope({
          module: code,
          css: cardCss(index),
          covered: true,
          manifest: { id: `card-${index}`, title: `Card ${index}` },
        });
      }),
    );
    await stores.commit("ada", dayOf(count), "morning_brief", bundles.map(({ bytes }) => bytes));
  }
  const assets = await buildHostAssets();
  const identity = createIdentity({ now: Date.now() });
  const [open, sealed] = (["open", "sealed"] as const).map((canvas) =>
    serveStack(stores, undefined, identity, { assets, canvas })
  );
  return {
    open: open!.web,
    sealed: sealed!.web,
    async close() {
      await open!.close();
      await sealed!.close();
      await stores.close();
    },
  };
}

const CACHED = { "Cache-Control": "public, max-age=31536000, immutable" };

/** The pages of an ordinary application: one bundle with all cards, or a frame with an own React for each. */
async function createPlainPages(counts: readonly number[]): Promise<(request: Request) => Response> {
  const files = new Map<string, { body: BodyInit; type: string }>();
  const addScript = async (path: string, source: string) => {
    files.set(path, { body: await bundle(source), type: "application/javascript" });
  };
  for (const count of counts) {
    const indexes = Array.from({ length: count }, (_, index) => index);
    files.set(`/one/${count}`, { body: renderPage(`one-${count}`), type: "text/html" });
    files.set(`/one-${count}.css`, { body: LIST_CSS + indexes.map(cardCss).join(""), type: "text/css" });
    await addScript(`/one-${count}.js`, allCardsSource(indexes));
    const frames = indexes.map((index) => `<iframe src="/frame/${index}" height="240"></iframe>`).join("");
    files.set(`/frames/${count}`, {
      body: `<!doctype html><style>iframe { inline-size: 40rem; border: 0 }</style>${frames}`,
      type: "text/html",
    });
  }
  for (let index = 0; index < Math.max(...counts); index++) {
    files.set(`/frame/${index}`, { body: renderPage(`card-${index}`), type: "text/html" });
    files.set(`/card-${index}.css`, { body: cardCss(index), type: "text/css" });
    await addScript(`/card-${index}.js`, allCardsSource([index]));
  }
  return (request) => {
    const file = files.get(new URL(request.url).pathname);
    if (file === undefined) return new Response(null, { status: 404 });
    const headers = { "Content-Type": file.type, ...(file.type === "text/html" ? {} : CACHED) };
    return new Response(file.body, { headers });
  };
}

const LIST_CSS = "ol { display: grid; gap: 16px; max-inline-size: 40rem; margin: 0 auto; padding: 0 }";

function renderPage(name: string): string {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/${name}.css"><div id="root"></div><script type="module" src="/${name}.js"></script>`;
}

/** An application that renders the cards from one root. */
function allCardsSource(indexes: readonly number[]): string {
  return `
import { jsx } from "react/jsx-runtime";
import { createRoot } from "react-dom/client";
${indexes.map((index) => `import Card${index} from "card:${index}";`).join("\n")}
const cards = [${indexes.map((index) => `Card${index}`).join(", ")}];
createRoot(document.querySelector("#root")).render(
  jsx("ol", { children: cards.map((Card, index) => jsx("li", { children: jsx(Card, {}) }, index)) }),
);`;
}

async function bundle(source: string): Promise<Uint8Array<ArrayBuffer>> {
  const resolveDir = fileURLToPath(new URL("../../..", import.meta.url));
  const result = await esbuild.build({
    stdin: { contents: source, resolveDir },
    bundle: true,
    write: false,
    format: "esm",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    tsconfigRaw: {},
    logLevel: "silent",
    plugins: [{
      name: "cards",
      setup(build) {
        build.onResolve({ filter: /^card:/ }, ({ path }) => ({ path: path.slice(5), namespace: "card" }));
        build.onLoad({ filter: /.*/, namespace: "card" }, ({ path }) => ({
          contents: cardSource(Number(path)),
          loader: "js",
          resolveDir,
        }));
      },
    }],
  });
  return Uint8Array.from(result.outputFiles[0]!.contents);
}
