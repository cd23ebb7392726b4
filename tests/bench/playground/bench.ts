// deno-lint-ignore-file no-console -- a program that prints its results
/**
 * Measures a visit of the playground from an empty cache: `deno task bench playground [--quick]`. Times are medians in milliseconds,
 * from the navigation to an editor that can be written in, to the first card, and to a loaded compiler; and from a key to
 * the changed card.
 *
 * @module
 */
import { loadavg } from "node:os";
import process from "node:process";
import { type Browser, chromium } from "playwright-core";
import { buildPlayground } from "../../../docs/site/playground/build_playground.ts";
import { launchReadersChromium } from "../../browser/chromium.ts";
import { serveCompressed } from "../../playground/compressed_server.ts";
import { openHostAssets } from "../../web/host_assets.ts";
import { cpuTimeBetween, readCpuTimes } from "../canvas/cpu_time.ts";
import { type NetworkConditions, ThrottledProxy } from "../canvas/throttled_proxy.ts";
import { median } from "../canvas/visits.ts";

const NETWORK: NetworkConditions = { latency: 20, bandwidth: 10e6 / 8 };

/** The goals, in milliseconds. */
const GOALS = { editor: 1_500, card: 3_000, edit: 300 };

const VISITS = process.env.TCK_BENCH_QUICK === "1" ? 1 : 3;
const EDITS = 8;

/** In which the page loads ahead what the next edit needs. */
const EDIT_INTERVAL_MS = 2_000;

const { files } = await buildPlayground(await openHostAssets());
const server = serveCompressed(files);
for (const [path, size] of server.sizes) console.log(`  ${path.padEnd(48)}${String(size).padStart(9)} B`);
const proxy = new ThrottledProxy(server.port, NETWORK);
const browserServer = await launchReadersChromium();
const browser = await chromium.connect(browserServer.wsEndpoint());
try {
  const visits: Visit[] = [];
  for (let turn = 0; turn < VISITS; turn++) {
    visits.push(await visit(browser, `http://127.0.0.1:${proxy.port}/`));
  }
  const medians = {
    editor: median(visits.map(({ editor }) => editor)),
    card: median(visits.map(({ card }) => card)),
    edit: median(visits.flatMap(({ edits }) => edits)),
  };
  const compiler = median(visits.map(({ compiler }) => compiler));
  console.log(
    `10 Mbit/s, 40 ms round trip, ${VISITS} visits; the compiler is loaded after ${compiler.toFixed(0)} ms`,
  );
  for (const [name, most] of Object.entries(GOALS)) {
    const value = medians[name as keyof typeof GOALS];
    console.log(
      `  ${value <= most ? "holds" : "not  "} ${name.padEnd(8)}${
        value.toFixed(0).padStart(6)
      } ms, at most ${most}`,
    );
  }
  const cpu = median(visits.flatMap(({ cpu }) => cpu));
  console.log(
    `  an edit takes ${cpu.toFixed(0)} ms of the processor; the load was ${loadavg()[0]!.toFixed(1)}`,
  );
} finally {
  await browser.close();
  await browserServer.close();
  proxy.close();
  await server.close();
}

interface Visit {
  readonly editor: number;
  readonly card: number;
  readonly compiler: number;
  readonly edits: readonly number[];
  /** The processor time of the browser for each edit. */
  readonly cpu: readonly number[];
}

/** What the page notes. */
interface Noted {
  editor?: number;
  /** The first card, which is painted. */
  card?: number;
  /** Those that are live. */
  cards: number[];
  key?: number;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(noteTimes);
  await page.goto(url, { waitUntil: "commit" });
  const read = () => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);
  const cardsAfter = (count: number) =>
    page.waitForFunction(
      (count) => (globalThis as unknown as { noted: Noted }).noted.cards.length > count,
      count,
    );
  await page.waitForFunction(() => {
    const { editor, card } = (globalThis as unknown as { noted: Noted }).noted;
    return editor !== undefined && card !== undefined;
  });
  const { editor, card } = await read();
  await page.locator(".cm-content").click();
  // TypeScript is loaded after the compiler.
  const isTypes = (worker: { url(): string }) => worker.url().includes("/types-");
  if (!page.workers().some(isTypes)) await page.waitForEvent("worker", isTypes);
  const compiler = await page.evaluate(() => performance.now());
  const edits: number[] = [];
  const cpu: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    await page.waitForTimeout(EDIT_INTERVAL_MS);
    const { cards } = await read();
    const before = await readCpuTimes([browserServer.process().pid!]);
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("\n");
    await cardsAfter(cards.length);
    const { key, cards: painted } = await read();
    edits.push(painted[cards.length]! - key!);
    cpu.push(cpuTimeBetween(before, await readCpuTimes([browserServer.process().pid!])));
  }
  await context.close();
  return { editor: editor!, card: card!, compiler, edits, cpu };
}

/** Runs in the page before its own scripts. */
function noteTimes(): void {
  if (globalThis.top !== globalThis.self) return;
  const noted: Noted = { cards: [] };
  Object.assign(globalThis, { noted });
  const known = new WeakSet<Element>();
  document.addEventListener("load", ({ target }) => {
    if (target instanceof Element && target.id === "painted") noted.card = performance.now();
  }, { capture: true });
  addEventListener("keydown", () => noted.key = performance.now(), { capture: true });
  new MutationObserver(() => {
    if (document.querySelector("#editor")?.shadowRoot?.querySelector(".cm-content")) {
      noted.editor ??= performance.now();
    }
    const fresh = Array.from(document.querySelectorAll("#cards iframe:not([data-waits], #painted)")).filter((
      card,
    ) => !known.has(card));
    if (fresh.length === 0) return;
    fresh.forEach((card) => known.add(card));
    noted.cards.push(performance.now());
  }).observe(document, { subtree: true, childList: true, attributes: true });
}
