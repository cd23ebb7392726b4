// deno-lint-ignore-file no-console -- a program that prints its results
/**
 * Compares the canvas, open and sealed, with the same cards in one bundle and with a frame for each card:
 * `deno task bench canvas [COUNT…]`. Times are medians in milliseconds, from the navigation to the first and to the last
 * painted card, on a first visit (cold) and on the next one (warm). Contenders take turns.
 *
 * @module
 */
import process from "node:process";
import type { Browser } from "playwright-core";
import { launchChromium } from "../../browser/chromium.ts";
import { sessionCookie } from "../../hosts/routes/stack.ts";
import { BASE, type Contender, serveContenders } from "./contenders.ts";
import { PaintReports, type PaintTimes } from "./paint_times.ts";
import { type NetworkConditions, ThrottledProxy } from "./throttled_proxy.ts";

const DEFAULT_COUNTS = [30, 100];
const TURNS = Number(process.env.TCK_BENCH_TURNS ?? 5);

const NETWORKS: readonly { readonly name: string; readonly conditions: NetworkConditions | null }[] = [
  { name: "loopback", conditions: null },
  { name: "10 Mbit/s, 40 ms round trip", conditions: { latency: 20, bandwidth: 10e6 / 8 } },
];

/** The times of one contender, one entry for each turn. */
interface Visits {
  readonly cold: PaintTimes[];
  readonly warm: PaintTimes[];
}

const given = Deno.args.slice(1).map(Number).filter(Number.isInteger);
const counts = given.length > 0 ? given : DEFAULT_COUNTS;
const { contenders, close } = await serveContenders(counts);
const browser = await launchChromium();
try {
  for (const { name, conditions } of NETWORKS) {
    for (const count of counts) {
      console.log(`\n${count} cards, ${name}`);
      print(await compare(browser, count, conditions));
    }
  }
} finally {
  await browser.close();
  await close();
}

async function compare(
  browser: Browser,
  count: number,
  conditions: NetworkConditions | null,
): Promise<Map<string, Visits>> {
  const visits = new Map(contenders.map(({ name }): [string, Visits] => [name, { cold: [], warm: [] }]));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const contender of contenders) {
      const [cold, warm] = await visitTwice(browser, contender, count, conditions);
      visits.get(contender.name)!.cold.push(cold);
      visits.get(contender.name)!.warm.push(warm);
    }
  }
  return visits;
}

/** Visits a contender's page with an empty cache, and once more. */
async function visitTwice(
  browser: Browser,
  { server, page: pathOf }: Contender,
  count: number,
  conditions: NetworkConditions | null,
): Promise<[cold: PaintTimes, warm: PaintTimes]> {
  const proxy = conditions === null ? null : new ThrottledProxy(server.port, conditions);
  const context = await browser.newContext();
  try {
    const origin = `http://127.0.0.1:${proxy?.port ?? server.port}`;
    const [name = "", value = ""] = (await sessionCookie("ada")).split("=");
    await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: "Lax" }]);
    const reports = new PaintReports();
    await reports.attach(context);
    const page = await context.newPage();
    const cold = await reports.visit(page, origin + pathOf(count), count);
    return [cold, await reports.visit(page, origin + pathOf(count), count)];
  } finally {
    await context.close();
    proxy?.close();
  }
}

function print(visits: ReadonlyMap<string, Visits>): void {
  const base = visits.get(BASE)!;
  for (const [name, { cold, warm }] of visits) {
    const column = (visit: "cold" | "warm", key: "first" | "all") => {
      const time = median((visit === "cold" ? cold : warm).map((times) => times[key]));
      const ratio = time / median(base[visit].map((times) => times[key]));
      return `${key}${time.toFixed(0).padStart(6)} ms ${ratio.toFixed(2).padStart(5)} ×`;
    };
    const longest = median([...cold, ...warm].map(({ longestTask }) => longestTask));
    console.log(
      `  ${name.padEnd(14)} cold ${column("cold", "first")} ${column("cold", "all")}` +
        `   warm ${column("warm", "first")} ${column("warm", "all")}   longest task ${longest.toFixed(0)} ms`,
    );
  }
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN;
}
