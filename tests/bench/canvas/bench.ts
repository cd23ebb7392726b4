// deno-lint-ignore-file no-console -- a program that prints its results
/**
 * Compares the canvas, open and sealed, with the same cards in one bundle, in a frame each, and as Module Federation 2
 * remotes: `deno task bench canvas [--quick] [--json] [--against COMMIT] [COUNT…]`. Every server is a process of its own, the canvases are
 * `deno task serve` with its defaults. Contenders take turns.
 *
 * Times are medians in milliseconds, from the navigation to the first and to the last painted card, on a first visit (cold)
 * and on the next one (warm), with their ratio to one bundle. "cpu" is the processor time of the browser and the server
 * during the visit, which another load on the machine changes little. "task" is the longest task of the visits.
 *
 * With `--against`, the canvases of another commit take part in the same turns.
 *
 * "limit of a sealed one" is the least that any canvas costs whose cards are in a frame without an origin: static files of a
 * page, of a frame with the markup of the first cards, and of a frame with one bundle of all.
 *
 * The remotes have the leanest form that the runtime of Module Federation loads: one file each, without a manifest.
 *
 * @module
 */
import process from "node:process";
import { availableParallelism, loadavg } from "node:os";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import { launchReadersChromium } from "../../browser/chromium.ts";
import { createSecretSessions } from "../../../hosts/auth/mod.ts";
import { type Contender, serveContenders } from "./contenders.ts";
import { cpuTimeBetween, readCpuTimes } from "./cpu_time.ts";
import { SECRET, USER } from "./feeds.ts";
import { checkGoals, formatGoal, type GoalResult, QUARTER, SAMPLE_COUNT } from "./goals.ts";
import { type PaintReport, PaintReports } from "./paint_times.ts";
import { type NetworkConditions, ThrottledProxy } from "./throttled_proxy.ts";
import { type Comparison, formatComparison, median, type Visit, type VisitTimes } from "./visits.ts";

const COUNTS = [30, 100];

/** What slows the visits down. */
interface Profile {
  readonly name: string;
  readonly network: NetworkConditions | null;
  /** How many times slower the processes of page and frame are. */
  readonly slowdown: number;
}

const PROFILES: readonly Profile[] = [
  { name: "loopback", network: null, slowdown: 1 },
  { name: "10 Mbit/s, 40 ms round trip", network: { latency: 20, bandwidth: 10e6 / 8 }, slowdown: 1 },
  { name: QUARTER, network: null, slowdown: 4 },
];

const [isQuick, isJson] = ["--quick", "--json"].map((flag) => Deno.args.includes(flag));
const given = Deno.args.slice(1).map(Number).filter(Number.isInteger);
const counts = given.length > 0 ? given : COUNTS;
const turns = isQuick ? 1 : Number(process.env.TCK_BENCH_TURNS ?? 5);
/** With `--json`, standard output has the JSON only. */
const print = isJson ? console.error : console.log;

await using served = await serveContenders(
  [...new Set([...counts, SAMPLE_COUNT])],
  process.env.TCK_BENCH_AGAINST ?? null,
);
const browserServer = await launchReadersChromium();
const browser = await chromium.connect(browserServer.wsEndpoint());
const comparisons: Comparison[] = [];
try {
  for (const profile of PROFILES) {
    for (const count of profile.name === QUARTER ? [SAMPLE_COUNT] : counts) {
      const comparison = {
        network: profile.name,
        cards: count,
        contenders: await compare(browser, count, profile),
      };
      comparisons.push(comparison);
      print(`\n${formatComparison(comparison)}`);
    }
  }
} finally {
  await browser.close();
  await browserServer.close();
}
const goals: GoalResult[] = comparisons.flatMap(checkGoals);
print(`\nGoals\n${goals.map(formatGoal).join("\n")}`);
if (isJson) {
  const machine = { cores: availableParallelism(), load: loadavg()[0] };
  console.log(JSON.stringify({ machine, turns, comparisons, goals }, null, 2));
}

async function compare(
  browser: Browser,
  count: number,
  profile: Profile,
): Promise<Comparison["contenders"]> {
  const visits = served.contenders.map(({ name }) => ({ name, cold: [] as Visit[], warm: [] as Visit[] }));
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, contender] of served.contenders.entries()) {
      const [cold, warm] = await visitTwice(browser, contender, count, profile);
      visits[index]!.cold.push(cold);
      visits[index]!.warm.push(warm);
    }
  }
  return visits.map(({ name, cold, warm }) => ({ name, cold: medians(cold), warm: medians(warm) }));
}

/** Visits a contender's page with an empty cache, and once more. */
async function visitTwice(
  browser: Browser,
  { server, page: pathOf }: Contender,
  count: number,
  { network, slowdown }: Profile,
): Promise<[cold: Visit, warm: Visit]> {
  const port = Number(new URL(server.url).port);
  const proxy = network === null ? null : new ThrottledProxy(port, network);
  const context = await browser.newContext();
  try {
    const origin = `http://127.0.0.1:${proxy?.port ?? port}`;
    const { token } = await createSecretSessions(new TextEncoder().encode(SECRET), Date.now).open({
      userId: USER,
    });
    await context.addCookies([{
      name: "tck_session",
      value: token,
      url: origin,
      httpOnly: true,
      sameSite: "Lax",
    }]);
    const reports = new PaintReports();
    await reports.attach(context);
    const page = await context.newPage();
    await slowDown(page, slowdown);
    const visit = async () => {
      await page.goto("about:blank");
      const processes = [browserServer.process().pid!, server.pid];
      const before = await readCpuTimes(processes);
      const report: PaintReport = await reports.visit(page, origin + pathOf(count), count);
      return { ...report, cpu: cpuTimeBetween(before, await readCpuTimes(processes)) };
    };
    const cold = await visit();
    await waitForServiceWorker(page);
    return [cold, await visit()];
  } finally {
    await context.close();
    proxy?.close();
  }
}

/** Slows the process of a page down, and those of its frames when they are there. */
async function slowDown(page: Page, rate: number): Promise<void> {
  if (rate === 1) return;
  const slow = async (target: Page | Frame) => {
    const session = await page.context().newCDPSession(target);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
  };
  await slow(page);
  // A frame of the page's own process has no session of its own, and is slow already.
  page.on("framenavigated", (frame) => void (frame.parentFrame() !== null && slow(frame).catch(() => {})));
}

/** The next visit of a page that has registered a service worker is answered by it. */
async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    if (await serviceWorker.getRegistration() === undefined) return;
    await serviceWorker.ready;
    // The worker stores what the page has loaded.
    await new Promise((resolve) => setTimeout(resolve, 1000));
  });
}

function medians(visits: readonly Visit[]): VisitTimes {
  const of = (key: keyof Visit) => median(visits.map((visit) => visit[key]));
  return { first: of("first"), all: of("all"), cpu: of("cpu"), longestTask: of("longestTask") };
}
