// deno-lint-ignore-file no-console -- a program that prints its result
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import * as esbuild from "esbuild";
import { SHARED_SPECIFIERS } from "../../core/contract/mod.ts";
import { buildHostAssets, type HostAssets } from "../../web/assets/mod.ts";
import { listFirstLoad } from "../../hosts/packaging/mod.ts";
import { joinCharts } from "../../web/bundler/mod.ts";
import { createChatPage } from "../../web/canvas/chat/mod.ts";
import { sealPage } from "../../web/canvas/sealed_page/mod.ts";

/** The maximum size of each host asset in bytes, compressed with brotli at its default quality. */
const BUDGETS: { readonly [name: string]: number } = {
  "react-runtime.mjs": 60_000,
  // A page loads it once for all widgets. Decision 085 says what its bytes are: the layout with a model of each block takes
  // 13,500 of them, and the styles 7,700. 300 find a place for the number of rows that are left out. 400 name the prop that
  // cannot be shown, and 20 have the names of a ring below it.
  "tck.mjs": 39_360,
  "tck-host.mjs": 7_580,
  // 450 bytes make `vh` in a card the reader's window.
  "tck-host-mount.mjs": 14_320,
  // It receives the height of the reader's window.
  "boot.mjs": 7_880,
  // It finds the newest batch too.
  "boot-feed.mjs": 7_370,
  // The reader of envelopes, the manifest's schema, what a card may do with links, dialogs and the focus, and what makes
  // pictures of its data URLs, in the rules of sheets too, and writes SVG again. 260 bytes prevent clicks by keys with a
  // modifier, and deny what cannot be checked at the end of the stack. 3,600 keep the addresses of links out of elements, in each
  // sink and in markup, also while a card's code runs, and give them to scripts. 150 keep each as long as its element, and end
  // what a middle click pastes. 490 make fonts of bytes that have no SVG documents. 350 open no menu for what is selected in
  // several trees, 130 find what a press within a link is meant for, and 110
  // keep addresses out of pictures while a card's code runs.
  "boot-frame.mjs": 28_960,
  // It can be ended, and tells its frame the reader's window. 750 bytes find the bundle that ends frames, and blame no other.
  // 50 keep the time zone and remove the first cards of the server. 330 put a document around the frame where the page has no
  // policy. 180 replace a frame that floods another page, and ask about links after an application has removed a question.
  // 1,050 remove the frames of all feeds of the origin together, and count messages to the windows around them.
  "boot-page.mjs": 14_020,
  "mount-feed.mjs": 1_250,
  "mount-open.mjs": 7_200,
  // It has no imports, for applications that loaded modules before an import map, and so contains what reads a manifest.
  "mount-sealed.mjs": 20_140,
  "bootstrap-feed.mjs": 1_200,
  // It counts the messages of the frames in its own.
  "embed.mjs": 700,
  "frame-loader.js": 1_000,
  // It is in the HTML of a page with the first cards of the server.
  "mark-page.js": 530,
  // What speaks with a chat, opens a frame for each result and writes its cards into a file; and what shows the cards, with
  // the reader of envelopes.
  "chat-view.js": 4_900,
  "chat-cards.js": 12_250,
  // The reader of envelopes, and the page that is shown offline in place of one that is not stored.
  "service-worker.js": 14_200,
  "service-worker-off.js": 250,
  // The canvas with React, the kit, the host and the mount, and what a widget must not reach in a page of its origin; and what
  // verifies envelopes, with a parser of modules. 3,520 bytes keep the addresses of links and pictures out of elements, 400 make
  // fonts of bytes that have no SVG documents, and 350 open no menu for what is selected in several trees.
  "sealed-page.js": 134_370,
  // What has the cards in a frame and asks about their links.
  "saved-file.js": 3_860,
  "envelope-reader.js": 41_060,
  // Its heading is as wide as the cards below it.
  "sealed-page.css": 410,
  // The reset and the kit, for the first cards of the server, which repeat it: no page loads it.
  "card.css": 7_900,
  "style.css": 1_500,
  "canvas.css": 1_760,
  // An embedded page is as high as its content, and no card of the column is wider than it is made for.
  "page.css": 2_720,
  "icon.svg": 300,
  "icon-192.png": 2_500,
  "icon-512.png": 6_500,
};

/**
 * The maximum size of the canvas's own code in bytes, compressed likewise: without React and the kit. 300 bytes tell a frame
 * the reader's window, 700 find the bundle that ends frames, 100 follow the list over its pages, 3,300 make
 * pictures that load no document, also where a card sets them in a rule, 260 keep keys from clicking on links, 3,600 keep the addresses of links
 * out of elements, 300 verify the markup of cards and show the first ones of the server, 520 mark the page before these, 330 guard a frame, 350 end floods of a page around,
 * pastes, and the links of no other card, 440 make fonts of bytes that have no SVG documents, 1,050 keep a feed from others, and 1,650
 * keep the question in view, menus and drags without addresses, and the focus with the reader.
 */
const CANVAS_BUDGET = 46_220;

/** What the canvas's own code is. The frame of a sealed canvas has the host and the mount as well. */
const CANVAS_ASSETS: { readonly [canvas: string]: readonly string[] } = {
  "open canvas": ["boot-feed.mjs", "tck-host.mjs", "tck-host-mount.mjs", "canvas.css"],
  "sealed canvas": ["mark-page.js", "boot-page.mjs", "frame-loader.js", "boot-frame.mjs", "canvas.css"],
};

/**
 * The maximum size of a page of one file without cards, in bytes, as hosts of such pages count them: with the reader of
 * envelopes. What keeps React from moving elements to the head, and `vh` in a chat, take 900 of them, and
 * pictures that load no document 9,000, the forms of drawings 6,000, links without addresses 11,600, fonts without documents 1,360, and menus, drags and the focus 4,700. Ten ordinary cards add 130,000, and the whole is below 1 MiB.
 */
const SEALED_PAGE_BUDGET = 642_900;

/** The maximum size of the view of a chat, in bytes, likewise: such a page, what speaks with the host, and the file in which it saves its cards. */
const CHAT_VIEW_BUDGET = 720_000;

/**
 * The maximum size of what charts add to a widget's module, in bytes, compressed likewise. 2,400 bytes say what a chart
 * leaves out at each height, for the layout of its card, 600 name a prop or row that it cannot draw, and 40 have the room of a build.
 */
const CHART_BUDGETS: { readonly [names: string]: number } = {
  "LineChart": 19_890,
  "AreaChart": 20_400,
  "BarChart": 19_740,
  "StateChart": 17_240,
  "Sparkline": 7_000,
  "LineChart, AreaChart, BarChart, StateChart, Sparkline": 24_030,
};

/** The maximum size of what the preview's page loads before it shows a widget, without React and the kit. */
const PREVIEW_BUDGET = 200_000;

/** The size and the budget of one asset. */
interface AssetSize {
  name: string;
  bytes: number;
  budget: number;
  /** Whether the size is that of the bytes as they are. @default false: compressed with brotli */
  isPlain?: boolean;
}

/** Measures the host assets. The budget of an asset that is not in the list is 0 bytes. */
function measureAssets(assets: HostAssets): AssetSize[] {
  return [...assets].map(([name, asset]) => ({
    name,
    bytes: brotliCompressSync(asset.bytes).byteLength,
    budget: BUDGETS[name] ?? 0,
  }));
}

/** Adds up the sizes of the assets of each canvas. */
function addUpCanvases(sizes: readonly AssetSize[]): AssetSize[] {
  return Object.entries(CANVAS_ASSETS).map(([name, assets]) => {
    const bytes = sizes.filter(({ name }) => assets.includes(name)).reduce(
      (sum, { bytes }) => sum + bytes,
      0,
    );
    return { name, bytes, budget: CANVAS_BUDGET };
  });
}

/** Measures charts as the bundler adds them to a widget, beside what a widget has anyway. */
async function measureCharts(): Promise<AssetSize[]> {
  const contents = await joinCharts();
  return await Promise.all(
    Object.entries(CHART_BUDGETS).map(async ([names, budget]) => {
      const { outputFiles } = await esbuild.build({
        stdin: { contents: `export { ${names} } from "charts";` },
        write: false,
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2022",
        external: SHARED_SPECIFIERS.map(({ specifier }) => specifier),
        plugins: [{
          name: "charts",
          setup(build) {
            build.onResolve({ filter: /^charts$/ }, ({ path }) => ({ path, namespace: "charts" }));
            build.onLoad({ filter: /./, namespace: "charts" }, () => ({ contents }));
          },
        }],
      });
      const bytes = brotliCompressSync(outputFiles[0]!.contents).byteLength;
      return { name: names.includes(",") ? "all charts" : names, bytes, budget };
    }),
  );
}

/** Measures the modules and stylesheets that the preview's page loads before it shows a widget. */
async function measurePreview(): Promise<AssetSize> {
  const texts = await listFirstLoad(fileURLToPath(new URL("../../", import.meta.url)));
  const bytes = texts.reduce((sum, text) => sum + brotliCompressSync(text).byteLength, 0);
  return { name: "tck-preview", bytes, budget: PREVIEW_BUDGET };
}

/** Measures a page that is given its cards later, uncompressed. */
async function measureSealedPage(assets: HostAssets): Promise<AssetSize> {
  const { html } = await sealPage([], { assets, title: "", acceptsCards: true });
  const bytes = new TextEncoder().encode(html).byteLength;
  return { name: "page of one file", bytes, budget: SEALED_PAGE_BUDGET, isPlain: true };
}

/** Measures the view that a chat shows, uncompressed. */
async function measureChatView(assets: HostAssets): Promise<AssetSize> {
  const html = await createChatPage(assets)("https://app.example.com");
  const bytes = new TextEncoder().encode(html).byteLength;
  return { name: "view of a chat", bytes, budget: CHAT_VIEW_BUDGET, isPlain: true };
}

const GUIDE_FILE = new URL("../../docs/kit.md", import.meta.url);

/** What the guide says that charts add, in kilobytes: the least and the most of one with axes, all of them, a sparkline. */
const GUIDE =
  /one chart adds (\d+) to (\d+) KB, compressed, all of them (\d+) KB, and a `Sparkline` alone (\d+) KB/;

/** Whether the sizes of charts are those that the guide states, in whole kilobytes. */
function agreesWithGuide(guide: string, charts: readonly AssetSize[]): boolean {
  const sizes = new Map(charts.map(({ name, bytes }) => [name, Math.round(bytes / 1_000)]));
  const [all, sparkline] = [sizes.get("all charts"), sizes.get("Sparkline")];
  const single = [...sizes].filter(([name]) => name.endsWith("Chart")).map(([, size]) => size);
  const stated = GUIDE.exec(guide.replaceAll(/\s+/g, " "))?.slice(1).map(Number);
  return String(stated) === String([Math.min(...single), Math.max(...single), all, sparkline]);
}

if (import.meta.main) {
  const built = await buildHostAssets();
  const assets = measureAssets(built);
  const charts = await measureCharts();
  const sizes = [
    ...assets,
    ...addUpCanvases(assets),
    ...charts,
    await measurePreview(),
    await measureSealedPage(built),
    await measureChatView(built),
  ];
  await esbuild.stop();
  for (const { name, bytes, budget, isPlain = false } of sizes) {
    const state = bytes > budget ? "over" : "ok  ";
    const coding = isPlain ? "uncompressed" : "brotli";
    console.log(`${state} ${name.padEnd(20)} ${bytes} of ${budget} bytes (${coding})`);
  }
  const isGuideRight = agreesWithGuide(await Deno.readTextFile(GUIDE_FILE), charts);
  if (!isGuideRight) console.log("over docs/kit.md states other sizes of charts");
  if (!isGuideRight || sizes.some(({ bytes, budget }) => bytes > budget)) Deno.exit(1);
}
