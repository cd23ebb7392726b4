// deno-lint-ignore-file no-console -- its output is what it is for
/**
 * The bundler beside bare esbuild doing only the bundling, in one run: `deno task bench bundler`. Projects of 1, 50 and 200
 * widgets are made of the sample widgets, each a little different. Times are medians in milliseconds; on a machine that
 * does other work only the ratios mean anything.
 */
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { SHARED_SPECIFIERS } from "../../core/contract/mod.ts";
import { BundledModule } from "../../web/bundler/bundled_module.ts";
import { compileWidget } from "../../web/bundler/compile.ts";
import { findForbidden } from "../../web/bundler/forbidden.ts";
import { buildProject, denoIsolation } from "../../web/bundler/mod.ts";
import { discoverWidgets, type WidgetSource } from "../../web/bundler/project.ts";
import { SourceFiles } from "../../web/bundler/source_files.ts";
import { splitStylesheets } from "../../web/bundler/stylesheets.ts";

const SAMPLE = fileURLToPath(new URL("../../fixtures/projects/morning-brief/widgets", import.meta.url));
const COUNTS = [1, 50, 200];

/** How often each contender has its turn: the many widgets of a large project are samples enough. */
const turnsFor = (count: number) => count > 100 ? 1 : 3;

const isolation = denoIsolation(process.execPath);

for (const count of COUNTS) {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tck-bench-")));
  try {
    await makeProject(root, count);
    const { widgets } = await discoverWidgets(root);
    const times = await measure(turnsFor(count), {
      "bare esbuild": () => concurrently(widgets, (widget) => bundleBare(root, widget)),
      "with every static check": () => concurrently(widgets, (widget) => bundleChecked(root, widget)),
      "build, cold": () => build(root, { afresh: true }),
      "build, nothing changed": () => build(root, {}),
      "build, one changed": () => build(root, { edit: widgets[0]! }),
    });
    print(count, times);
  } finally {
    await rm(root, { recursive: true });
  }
}
await esbuild.stop();

async function makeProject(root: string, count: number): Promise<void> {
  const samples = (await readdir(SAMPLE)).sort();
  for (let index = 0; index < count; index++) {
    const sample = samples[index % samples.length]!;
    const folder = join(root, "widgets", `${String(index + 1).padStart(3, "0")}_${sample.slice(4)}`);
    await cp(join(SAMPLE, sample), folder, { recursive: true });
    await change(join(folder, "widget.tck.tsx"), `copy ${index}`);
  }
}

async function change(file: string, text: string): Promise<void> {
  const source = (await readFile(file, "utf8")).replace(/\nexport const changed = .*/, "");
  await writeFile(file, `${source}\nexport const changed = ${JSON.stringify(text)};`);
}

async function bundleBare(root: string, widget: WidgetSource): Promise<void> {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [widget.file],
    outdir: "dist",
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    external: SHARED_SPECIFIERS.map(({ specifier }) => specifier),
    logLevel: "silent",
  });
}

async function bundleChecked(root: string, widget: WidgetSource): Promise<void> {
  const { module, map, css } = await compileWidget(new SourceFiles(root), widget);
  splitStylesheets(css);
  if (findForbidden(new BundledModule(widget, module, map)).length > 0) throw new Error("Cannot measure");
}

async function build(root: string, { afresh = false, edit }: { afresh?: boolean; edit?: WidgetSource }) {
  if (afresh) await rm(join(root, "dist"), { recursive: true, force: true });
  if (edit) await change(join(root, edit.file), String(performance.now()));
  const { diagnostics } = await buildProject(root, { isolation });
  if (diagnostics.length > 0) throw new Error(`Cannot measure: ${diagnostics[0]!.message}`);
}

async function concurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/** Median milliseconds of each contender; they take turns, so that a slow moment of the machine hits all of them. */
async function measure(
  turns: number,
  contenders: Record<string, () => Promise<void>>,
): Promise<Map<string, number>> {
  const samples = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
  await Object.values(contenders)[0]!(); // Starts esbuild, and fills the caches of files.
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, run] of Object.entries(contenders)) {
      const started = performance.now();
      await run();
      samples.get(name)!.push(performance.now() - started);
    }
  }
  return new Map(
    Array.from(samples, ([name, times]) => [name, times.toSorted((a, b) => a - b)[times.length >> 1]!]),
  );
}

function print(count: number, times: Map<string, number>): void {
  console.log(`\n${count} ${count === 1 ? "widget" : "widgets"}`);
  const base = times.get("bare esbuild")!;
  for (const [name, time] of times) {
    console.log(
      `  ${name.padEnd(26)}${time.toFixed(0).padStart(8)} ms ${(time / base).toFixed(2).padStart(8)} ×`,
    );
  }
}
