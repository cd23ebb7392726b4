// deno-lint-ignore-file no-console -- its output is what it is for
/**
 * The bundler beside bare esbuild, rolldown and Vite, which only bundle, in one run: `deno task bench bundler`. Projects of
 * 1, 50 and 200 widgets are made of the sample widgets, each a little different. Times are medians in milliseconds; on a
 * machine that does other work only ratios are meaningful. The floor of a cold build is the same number of isolates, each of
 * which loads React and the kit and renders its widget once.
 */
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { build as buildByVite } from "vite";
import { rolldown } from "npm:rolldown@1.2.19";
import { SHARED_SPECIFIERS } from "../../core/contract/mod.ts";
import { Compiler } from "../../web/bundler/compiler_process/compiler.ts";
import { discoverWidgets, type WidgetSource } from "../../web/bundler/discover/mod.ts";
import { IsolatePool } from "../../web/bundler/evaluate/mod.ts";
import { buildProject, type BuildReport, defaultIsolation, watchProject } from "../../web/bundler/mod.ts";

const SAMPLE = fileURLToPath(new URL("../../fixtures/projects/morning-brief/widgets", import.meta.url));
const asked = process.argv.map(Number).filter(Number.isInteger);

/** The numbers of widgets: `deno task bench bundler 50` measures one of them. */
const COUNTS = asked.length > 0 ? asked : [1, 50, 200];

/** How often each contender has its turn: the many widgets of a large project are samples enough. */
const turnsFor = (count: number) => count > 100 ? 3 : 7;

const FLOOR = "floor of a cold build";

/** What 50 widgets may take: milliseconds, and times the floor. */
const GOALS: { readonly [contender: string]: { milliseconds: number; floors?: number } } = {
  "build, cold": { milliseconds: 2_500, floors: 1.3 },
  "build, nothing changed": { milliseconds: 20 },
  "watch, one changed": { milliseconds: 150 },
};

const isolation = defaultIsolation();

async function bench(count: number): Promise<void> {
  await using project = await Project.create(count);
  await using watched = await WatchedProject.create(count);
  const { root, widgets } = project;
  const codes = await codeRenderedOnce(widgets);
  await build(root, {});
  print(
    count,
    await measure(turnsFor(count), {
      "bare esbuild": () => concurrently(widgets, (widget) => bundleBare(root, [widget])),
      "bare esbuild, one call": () => bundleBare(root, widgets),
      "rolldown": () => concurrently(widgets, (widget) => bundleByRolldown(root, [widget])),
      "rolldown, one call": () => bundleByRolldown(root, widgets),
      // A library build may have several entries, but then shares chunks among them.
      ...(count <= 50 && { "Vite's library build": () => bundleByVite(root, widgets) }),
      "compiled and checked": () => compileAndCheck(widgets),
      [FLOOR]: () => evaluateOnce(codes),
      "build, cold": () => build(root, { afresh: true }),
      "build, nothing changed": () => build(root, {}),
      "build, one changed": () => build(root, { edit: widgets[0]! }),
      "watch, one changed": () => watched.rebuild(),
    }),
  );
}

/** What a widget contains of the kit, from its source. */
const CHARTS = { "@tck/kit/charts": fileURLToPath(import.meta.resolve("../../web/tck/charts/mod.ts")) };

const SHARED = SHARED_SPECIFIERS.map(({ specifier }) => specifier);

/** A project in a folder of its own, made of the sample widgets. */
class Project implements AsyncDisposable {
  protected constructor(readonly root: string, readonly widgets: readonly WidgetSource[]) {}

  static async create(count: number): Promise<Project> {
    const root = await makeProject(count);
    return new Project(root, (await discoverWidgets(root)).widgets);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true });
  }
}

/** A project that is built whenever it changes: its processes stay, as those of `tck build --watch` do. */
class WatchedProject implements AsyncDisposable {
  readonly #end = new AbortController();
  readonly #reports: AsyncGenerator<BuildReport, void>;

  private constructor(private readonly project: Project) {
    this.#reports = watchProject(project.root, { isolation }, this.#end.signal);
  }

  static async create(count: number): Promise<WatchedProject> {
    const watched = new WatchedProject(await Project.create(count));
    await watched.#reports.next();
    return watched;
  }

  /** From an edit to the report that has it. */
  async rebuild(): Promise<void> {
    const { root, widgets: [edited] } = this.project;
    const next = this.#reports.next();
    await change(join(root, edited!.file), String(performance.now()));
    const { value } = await next;
    if (!value || value.widgets[0]?.status !== "built") {
      throw new Error("Cannot measure: the edit is not seen");
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#reports.return();
    await this.project[Symbol.asyncDispose]();
  }
}

async function makeProject(count: number): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tck-bench-")));
  const samples = (await readdir(SAMPLE)).sort();
  for (let index = 0; index < count; index++) {
    const sample = samples[index % samples.length]!;
    const folder = join(root, "widgets", `${String(index + 1).padStart(3, "0")}_${sample.slice(4)}`);
    await cp(join(SAMPLE, sample), folder, { recursive: true });
    await change(join(folder, "widget.tck.tsx"), `copy ${index}`);
  }
  return root;
}

async function change(file: string, text: string): Promise<void> {
  const source = (await readFile(file, "utf8")).replace(/\nexport const changed = .*/, "");
  await writeFile(file, `${source}\nexport const changed = ${JSON.stringify(text)};`);
}

async function bundleBare(root: string, widgets: readonly WidgetSource[]): Promise<void> {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: widgets.map(({ file }) => file),
    outdir: "dist",
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    external: SHARED,
    alias: CHARTS,
    logLevel: "silent",
  });
}

async function bundleByRolldown(root: string, widgets: readonly WidgetSource[]): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(widgets.map(({ name, file }) => [name, join(root, file)])),
    external: SHARED,
    resolve: { alias: CHARTS },
    // Its own handling of CSS is gone since Vite has another: the stylesheets are left to that.
    moduleTypes: { ".css": "empty" },
    logLevel: "silent",
  });
  await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
}

/** Vite reads its settings for each build, and builds one at a time. */
async function bundleByVite(root: string, widgets: readonly WidgetSource[]): Promise<void> {
  for (const { name, file } of widgets) {
    await buildByVite({
      root,
      configFile: false,
      logLevel: "silent",
      resolve: { alias: CHARTS },
      build: {
        lib: { entry: join(root, file), formats: ["es"], fileName: name },
        write: false,
        minify: true,
        rolldownOptions: { external: SHARED },
      },
    });
  }
}

/** What a build does before it evaluates anything, in processes that are started for it. */
async function compileAndCheck(widgets: readonly WidgetSource[]): Promise<void> {
  const compiler = new Compiler();
  compiler.expect(widgets.length);
  await Promise.all(widgets.map((widget) => compiler.check(widget)));
  await compiler.close();
}

/** The code of widgets as isolates get it, each with a manifest that asks for one rendering. */
async function codeRenderedOnce(widgets: readonly WidgetSource[]): Promise<string[]> {
  const compiler = new Compiler();
  const checked = await Promise.all(widgets.map((widget) => compiler.check(widget)));
  await compiler.close();
  return checked.map(({ evaluatedCode }) =>
    `${evaluatedCode.replace("export default ", "const load=")}
    export default async (...values) => {
      const { manifest: { states: _, languages: __, ...manifest }, default: component } = await load(...values);
      return { manifest: { ...manifest, sizes: manifest.sizes.slice(0, 1) }, default: component };
    };`
  );
}

async function evaluateOnce(codes: readonly string[]): Promise<void> {
  const isolates = new IsolatePool(isolation);
  isolates.expect(codes.length);
  const exchanges = await Promise.all(codes.map((code) => isolates.evaluate(code)));
  await isolates.close();
  const failed = exchanges.find(({ lines }) => !lines.some((line) => line.includes('"failures":[]')));
  if (failed) {
    throw new Error(`Cannot measure: a rendering fails: ${failed.lines.join("\n").slice(0, 1_000)}`);
  }
}

/** A build into a folder that is not there finds nothing that it could leave as it is. */
async function build(root: string, { afresh = false, edit }: { afresh?: boolean; edit?: WidgetSource }) {
  if (edit) await change(join(root, edit.file), String(performance.now()));
  const outputDirectory = afresh ? `dist/${crypto.randomUUID()}` : "dist";
  const { diagnostics } = await buildProject(root, { isolation, outputDirectory });
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
    const goal = count === 50 ? formatGoal(name, time / times.get(FLOOR)!) : "";
    console.log(
      `  ${name.padEnd(26)}${time.toFixed(0).padStart(8)} ms ${
        (time / base).toFixed(2).padStart(8)
      } ×${goal}`,
    );
  }
}

function formatGoal(contender: string, floors: number): string {
  const goal = GOALS[contender];
  if (!goal) return "";
  const text = `   goal: ${goal.milliseconds} ms`;
  return goal.floors ? `${text}; ${floors.toFixed(2)} × the floor, goal: ${goal.floors}` : text;
}

for (const count of COUNTS) await bench(count);
await esbuild.stop();
