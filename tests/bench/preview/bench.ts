// deno-lint-ignore-file no-console -- a program that prints its results
/**
 * Compares the preview with Vite and the React plugin, Ladle and Storybook, on the same components in one run:
 * `deno task bench preview [COUNT…]`, by default with 1, 25 and 100 widgets. `tck-preview` is the installed package on
 * Node. `--quick` leaves the other tools out and takes three cold starts instead of five. Times are medians in
 * milliseconds, from the start of the process to the first painted widget, and from an edit to its paint; memory is that
 * of the server and its child processes, in MiB.
 *
 * @module
 */
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import * as esbuild from "esbuild";
import type { Page } from "playwright-core";
import { buildProject, denoIsolation } from "../../../web/bundler/mod.ts";
import { launchChromium } from "../../browser/chromium.ts";
import { findNode } from "../../packages/mod.ts";
import { findFreePort } from "../../servers/free_port.ts";
import { BASE, type Contender, CONTENDERS, HOST, OWN, OWN_SOURCE, type Place } from "./contenders.ts";
import { checkGoals, type Figures } from "./goals.ts";
import { showsText, waitForText } from "./page_text.ts";
import type { ProcessTree } from "./process_tree.ts";
import { installContenders, widgetName, widgetSource, writeProject } from "./project.ts";

const IS_QUICK = process.env["TCK_BENCH_QUICK"] === "1";
const COUNTS = readCounts();
const RUN = CONTENDERS.filter(({ name }) => !IS_QUICK || [BASE, OWN, OWN_SOURCE].includes(name));
const COLD_STARTS = IS_QUICK ? 3 : 5;
const EDITS = 9;
const INTERRUPTED_EDITS = 20;
const REBUILDS = 5;

/** An edit that is not shown after this time, in milliseconds, is lost. */
const LOST_AFTER = 4_000;

/** How long to wait for a page to close, in milliseconds. */
const CLOSING_TIME = 10_000;

/** How long an editor may take between truncating a file and writing it, in milliseconds. */
const PAUSES = [5, 15, 30, 60];

const node = await findNode();
const installation = await realpath(await mkdtemp(join(tmpdir(), "tck-bench-preview-")));
const browser = await launchChromium();
try {
  console.log("installing the contenders");
  await installContenders(installation, !IS_QUICK);
  for (const count of COUNTS) await compare(count);
} finally {
  await browser.close();
  await esbuild.stop();
  await rm(installation, { recursive: true, force: true, maxRetries: 3 });
}

async function compare(count: number): Promise<void> {
  console.log(`\n${count} ${count === 1 ? "widget" : "widgets"}`);
  const project = join(installation, `project-${count}`);
  const cold = await measureColdStarts(project, count);
  const figures = new Map<string, Figures>();
  for (const contender of RUN) {
    const { name } = contender;
    figures.set(name, { cold: cold.get(name)!, ...await measureWarm(contender, project, count) });
    print(name, figures.get(name)!, figures.get(BASE)!);
  }
  for (const { goal, value, most, holds } of checkGoals(figures)) {
    console.log(`  ${holds ? "holds " : "missed"} ${goal} ${value.toFixed(2)} ≤ ${most}`);
  }
  const rebuilt = await measureRebuilds(join(installation, `bundles-${count}`), count);
  console.log(`  a bundle rebuilt to its paint, tck-preview: ${rebuilt.toFixed(0)} ms`);
}

/** Milliseconds to the first paint by contender. Contenders take turns, so that a slow phase of the machine affects all. */
async function measureColdStarts(project: string, count: number): Promise<Map<string, number>> {
  const times = new Map<string, number[]>(CONTENDERS.map(({ name }) => [name, []]));
  for (let turn = 0; turn < COLD_STARTS; turn++) {
    for (const contender of RUN) {
      const time = await withServer(contender, project, count, ({ cold }) => Promise.resolve(cold));
      times.get(contender.name)!.push(time);
    }
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

async function measureWarm(
  contender: Contender,
  project: string,
  count: number,
): Promise<Omit<Figures, "cold">> {
  return await withServer(contender, project, count, async ({ page, server }) => {
    const edit = await measureEdits(page, project);
    const memory = await server.memory();
    return { ...edit, ...await measureInterruptedEdits(page, project), memory };
  });
}

interface Opened {
  page: Page;
  server: ProcessTree;
  /** Milliseconds until the first widget was painted. */
  cold: number;
}

/** Starts a contender without caches, and opens the first widget. */
async function withServer<Result>(
  contender: Contender,
  project: string,
  count: number,
  use: (opened: Opened) => Promise<Result>,
  prepare: (project: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<Result> {
  await rm(project, { recursive: true, force: true });
  await rm(join(installation, "node_modules/.cache"), { recursive: true, force: true });
  await mkdir(project);
  await writeProject(project, count);
  await prepare(project);
  const place: Place = { installation, project, node, port: await findFreePort() };
  const context = await browser.newContext();
  const page = await context.newPage();
  const started = performance.now();
  const server = contender.start(place);
  try {
    await openPage(page, server, `http://${HOST}:${place.port}${contender.page}`);
    await waitForText(page, "first");
    return await use({ page, server, cold: performance.now() - started });
  } catch (error) {
    throw new Error(`Cannot measure ${contender.name}: ${(error as Error).message}\n${server.output}`, {
      cause: error,
    });
  } finally {
    // A page that was reloading has once kept its context from closing.
    await Promise.race([context.close(), pause(CLOSING_TIME)]);
    await server.stop();
  }
}

async function openPage(page: Page, server: ProcessTree, url: string): Promise<void> {
  while (
    !await fetch(url).then((response) => response.body?.cancel().then(() => true) ?? true, () => false)
  ) {
    if (!server.isRunning) throw new Error("The server has ended");
    await pause(10);
  }
  await page.goto(url, { waitUntil: "commit" });
}

/** Edits that are written in one step. */
async function measureEdits(page: Page, project: string): Promise<Pick<Figures, "edit" | "lostEdits">> {
  const { times, lost } = await timeEdits(page, project, EDITS, "edit", () => Promise.resolve());
  return { edit: median(times), lostEdits: lost };
}

/** Edits by an editor that truncates the file and writes it a moment later. */
async function measureInterruptedEdits(
  page: Page,
  project: string,
): Promise<Pick<Figures, "interrupted" | "lost">> {
  const interrupt = async (file: string, index: number) => {
    await writeFile(file, "");
    await pause(PAUSES[index % PAUSES.length]!);
  };
  const { times, lost } = await timeEdits(page, project, INTERRUPTED_EDITS, "interrupted", interrupt);
  return { interrupted: median(times), lost };
}

/** Times edits of the first widget from their last write to their paint, and counts those that are not shown. */
async function timeEdits(
  page: Page,
  project: string,
  count: number,
  text: string,
  begin: (file: string, index: number) => Promise<void>,
): Promise<{ times: number[]; lost: number }> {
  const file = join(project, "widgets", widgetName(0), "widget.tck.tsx");
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    await pause(300);
    await begin(file, index);
    const started = performance.now();
    await writeFile(file, widgetSource(0, `${text} ${index}`));
    if (await showsText(page, `${text} ${index}`, LOST_AFTER)) times.push(performance.now() - started);
  }
  return { times, lost: count - times.length };
}

/** Replaces the first bundle of a project of bundles by another, and waits for its paint on the Canvas. */
async function measureRebuilds(project: string, count: number): Promise<number> {
  const preview = CONTENDERS.find(({ name }) => name === OWN)!;
  const canvas: Contender = { ...preview, page: "/?view=feed&canvasTab=feed" };
  const replaceAll = async ({ page }: Opened) => {
    const times: number[] = [];
    for (let index = 0; index < REBUILDS; index++) {
      const bundle = await rebuild(project, `bundle ${index}`);
      const started = performance.now();
      await rename(bundle, join(project, "dist", `${widgetName(0)}.tckb`));
      await waitForText(page, `bundle ${index}`);
      times.push(performance.now() - started);
    }
    return median(times);
  };
  return await withServer(canvas, project, count, replaceAll, () => build(project, "dist"));
}

/** Builds the first widget with another text. @returns the path of its bundle */
async function rebuild(project: string, text: string): Promise<string> {
  await writeFile(join(project, "widgets", widgetName(0), "widget.tck.tsx"), widgetSource(0, text));
  await build(project, "rebuilt");
  return join(project, "rebuilt", `${widgetName(0)}.tckb`);
}

async function build(project: string, outputDirectory: string): Promise<void> {
  await buildProject(project, { isolation: denoIsolation(process.execPath), outputDirectory });
}

function print(name: string, figures: Figures, base: Figures): void {
  const column = (key: keyof Figures, unit: string) =>
    `${figures[key].toFixed(0).padStart(7)} ${unit} ${(figures[key] / base[key]).toFixed(2).padStart(5)} ×`;
  console.log(
    `  ${name.padEnd(12)} cold${column("cold", "ms")}   edit${
      column("edit", "ms")
    } (${figures.lostEdits} of ${EDITS} lost)` +
      `   truncated${column("interrupted", "ms")} (${figures.lost} of ${INTERRUPTED_EDITS} lost)` +
      `   memory${column("memory", "MiB")}`,
  );
}

function readCounts(): number[] {
  const counts = process.argv.slice(2).map(Number).filter((count) => Number.isInteger(count) && count > 0);
  return counts.length > 0 ? counts : [1, 25, 100];
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
