import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import * as esbuild from "esbuild";
import type { Page } from "playwright-core";
import { buildProject, denoIsolation } from "../../web/bundler/mod.ts";
import { openChromium } from "../browser/chromium.ts";
import { preparedFolder, runCommand } from "../hosts/cli/command_process.ts";
import { checkTypes } from "../packages/mod.ts";
import { chromiumVariables } from "../preview/snapshot/chromium_variables.ts";
import { type NpmPackages, openNpmPackages, readTarball } from "./npm_packages.ts";
import { type Batch, Sandbox } from "./sandbox.ts";

const guide = await readFile(new URL("../../docs/authoring.md", import.meta.url), "utf8");

/** The commands in the guide. */
const COMMANDS = /```sh\n(pnpm create @tck\/widget[\s\S]*?)```/.exec(guide)![1]!;

const PLAIN: Batch = { task: "t1", date: "2026-03-02", kind: "morning_brief" };
const AGED: Batch = { task: "t2", date: "2026-03-02", kind: "evening_brief" };
const PATCHED: Batch = { task: "t3", date: "2026-03-03", kind: "diary" };

/** pnpm's error for a package that is younger than the minimum age. */
const TOO_YOUNG = /ERR_PNPM_NO_MATURE_MATCHING_VERSION/;

Deno.test("an author in a sandbox creates, installs, checks and builds by the documented commands", async (t) => {
  await using packed = await openNpmPackages();
  await using sandbox = await Sandbox.open(["@tck", "@young"]);
  for (const { file } of packed.packages) await sandbox.registry.publish(file);
  const { version } = packed.packages[0]!;

  await t.step("with pnpm without settings", async () => {
    const { code, stdout, stderr } = await sandbox.run(COMMANDS, PLAIN, "none");
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^valid {5}001_steps [\w-]{64}$/m);
    assert.match(stdout, /^built {5}dist\/001_steps\.tckb [\w-]{64}$/m);
    assert.equal(await kitVersion(sandbox, PLAIN), version);
  });

  await t.step("on Node, with the same bytes as on Deno", async () => {
    const dist = (folder: string) => readFile(join(folder, "dist", "001_steps.tckb"));
    await using copy = await buildOnDeno(sandbox.project(PLAIN));
    assert.deepEqual(await dist(copy.folder), await dist(sandbox.project(PLAIN)));
  });

  await t.step("without type errors, in the kit's declarations neither", async () => {
    const all = await checkTypes(await importEverything(sandbox.project(PLAIN)));
    // Vite's declarations need those of Node, which a project of widgets does not install.
    const problems = all.filter((problem) => !/\/node_modules\/(?!@tck\/|\.pnpm\/)/.test(problem));
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0]!, /everything\.ts TS2322 Type 'number' is not assignable to type 'string'/);
  });

  // claim: preview-runs-no-project-tools
  await t.step(
    "and opens the preview, where an edit appears without a reload, and no configuration of PostCSS is run",
    async () => {
      const project = sandbox.project(PLAIN);
      const ran = join(project, "ran");
      await writeFile(
        join(project, "postcss.config.cjs"),
        `require("node:fs").writeFileSync(${JSON.stringify(ran)}, ""); module.exports = { plugins: [] };`,
      );
      await withPreview(sandbox, async (browser) => {
        await browser.page.getByText("630 above the goal").waitFor();
        await editWidget(sandbox.project(PLAIN), "above the goal", "over the goal");
        await browser.page.getByText("630 over the goal").waitFor();
        assert.deepEqual([browser.loads(), browser.errors], [1, []]);
      });
      await assert.rejects(readFile(ran), { code: "ENOENT" });
      await rm(join(project, "postcss.config.cjs"));
    },
  );

  await t.step("and follows the tutorial to a card in the feed", async () => {
    const project = sandbox.project(PLAIN);
    const [source, checkAndBuild, snapshot] = await readWalk();
    const file = join(project, "widgets/002_rain/widget.tck.tsx");
    await mkdir(dirname(file));
    await writeFile(file, source);
    assert.equal(
      JSON.parse(await readFile(join(project, "package.json"), "utf8")).scripts.dev,
      "tck-preview",
    );
    await withPreview(sandbox, async (browser) => {
      const { page } = browser;
      await page.getByRole("link", { name: "002_rain" }).click();
      await page.locator("article", { hasText: "14 mm" }).waitFor();
      await writeFile(file, source.replace("14", "15"));
      await page.locator("article", { hasText: "15 mm" }).waitFor();
      const built = await sandbox.run(`cd widget-batch; ${checkAndBuild}`, PLAIN, "none");
      assert.equal(built.code, 0, built.stdout + built.stderr);
      assert.match(built.stdout, /^built {5}dist\/002_rain\.tckb [\w-]{64}$/m);
      await page.getByRole("link", { name: "Canvas" }).click();
      await page.getByRole("heading", { level: 1, name: "Feed (all bundled)" }).waitFor();
      await page.locator("li article", { hasText: "15 mm" }).waitFor();
      await writeFile(file, source.replace("14", "16"));
      await sandbox.run("cd widget-batch; pnpm build", PLAIN, "none");
      await page.locator("li article", { hasText: "16 mm" }).waitFor();
      await page.getByRole("button", { name: "More", exact: true }).click();
      const save = page.getByRole("button", { name: "Save as file" });
      const [saved] = await Promise.all([page.waitForEvent("download"), save.click()]);
      assert.equal(saved.suggestedFilename(), "Feed-all-bundled-.html");
      await page.getByRole("link", { name: "Chat", exact: true }).click();
      const view = page.frameLocator("iframe.shell-chat-view");
      await view.frameLocator("iframe").locator("article", { hasText: "16 mm" }).waitFor();
      assert.deepEqual([browser.loads(), browser.errors], [1, []]);
    });
    const variables = Object.entries(await chromiumVariables()).map(([name, value]) => `${name}='${value}'`);
    const taken = await sandbox.run(
      `cd widget-batch; export ${variables.join(" ")}; ${snapshot}`,
      PLAIN,
      "none",
    );
    assert.equal(taken.code, 0, taken.stdout + taken.stderr);
    assert.ok((await readdir(join(project, ".tck/snapshot"))).includes("002_rain.sheet.png"));
    await rm(dirname(file), { recursive: true });
    await rm(join(project, "dist/002_rain.tckb"));
  });

  await t.step("and rebuilds edited widgets until it is terminated", async () => {
    const script = "cd widget-batch; exec node_modules/.bin/tck build --watch --json";
    const child = await sandbox.start(script, PLAIN, "none");
    const reports = readLines(child.stdout);
    try {
      const first = JSON.parse((await reports.next()).value!);
      assert.deepEqual(codesOf(first), []);
      await breakWidget(sandbox.project(PLAIN));
      const second = JSON.parse((await reports.next()).value!);
      assert.deepEqual(codesOf(second), ["forbidden.storage"]);
    } finally {
      child.kill("SIGTERM");
      const [{ code }] = await Promise.all([child.status, reports.return(undefined), child.stderr.cancel()]);
      assert.equal(code, 0);
    }
  });

  await t.step("with diagnostics for mistakes, as text and as JSON", async () => {
    const script = "cd widget-batch; pnpm check || echo ended with $?; pnpm --silent check --json || true";
    const { code, stdout, stderr } = await sandbox.run(script, PLAIN, "none");
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /^widgets\/001_steps\/widget\.tck\.tsx:\d+:\d+: .* \[forbidden\.storage\]\n {2}\| .*\n {2}\| +\^/m,
    );
    assert.match(stdout, /^ended with 1$/m);
    assert.deepEqual(codesOf(JSON.parse(stdout.trim().split("\n").at(-1)!)), ["forbidden.storage"]);
  });

  await t.step("where packages must be a day old, and these are new", async () => {
    const held = await sandbox.run(COMMANDS, AGED, "no exemption");
    assert.notEqual(held.code, 0);
    assert.match(held.stdout + held.stderr, TOO_YOUNG);
    const { code, stdout, stderr } = await sandbox.run(COMMANDS, AGED, "container");
    assert.equal(code, 0, stdout + stderr);
    assert.equal(await kitVersion(sandbox, AGED), version);
  });

  await t.step("and the built widgets are scanned and committed", async () => {
    await using data = await preparedFolder();
    const { task, date, kind } = AGED;
    const where = ["--data", data.path, "--json", join(sandbox.tasks, task)];
    const batch = ["--user", "ada", "--task", task, "--date", date, "--kind", kind];
    const { code, stdout, stderr } = await runCommand(["commit", ...batch, ...where]);
    assert.equal(code, 0, stderr);
    const report = JSON.parse(stdout);
    const events = report.warnings.map(({ event }: { event: string }) => event);
    assert.deepEqual(events, ["notification_without_link"], "nothing is served here");
    assert.deepEqual(report.widgets.map(({ name }: { name: string }) => name), ["001_steps"]);
    const stored = await readdir(join(data.path, "objects"), { recursive: true });
    const [{ hash }] = report.widgets;
    assert.ok(stored.some((path) => path.endsWith(`ada/bundles/${hash}.tckb`)), stored.join("\n"));
  });

  await t.step(
    "with a patch of the kit that was released just now, but with no other package that is as new",
    async () => {
      const patch = await publishPatch(packed, sandbox);
      const { code, stdout, stderr } = await sandbox.run(COMMANDS, PATCHED, "container");
      assert.equal(code, 0, stdout + stderr);
      assert.equal(await kitVersion(sandbox, PATCHED), patch);
      const installed = await readdir(join(sandbox.project(PATCHED), "node_modules/.pnpm"));
      const kits = installed.filter((name) => name.startsWith("@tck+kit@"));
      assert.equal(kits.length, 1, `the preview has the kit of the project: ${kits}`);
      await publishStranger(sandbox);
      const stranger = await sandbox.run("pnpm create @young/stranger", PATCHED, "container");
      assert.notEqual(stranger.code, 0);
      assert.match(stranger.stdout + stranger.stderr, TOO_YOUNG);
    },
  );
});

/** The card of the tutorial, the commands that check and build it, and the one that takes pictures of it. */
async function readWalk(): Promise<[source: string, checkAndBuild: string, snapshot: string]> {
  const tutorial = await readFile(new URL("../../docs/tutorial.md", import.meta.url), "utf8");
  const blocks = [...tutorial.matchAll(/^```(tsx|sh project)[^\n]*\n([^]*?)^```$/gm)];
  const [source] = blocks.filter(([, kind]) => kind === "tsx").map(([, , text]) => text!);
  const commands = blocks.filter(([, kind]) => kind === "sh project").map(([, , text]) => text!);
  assert.deepEqual(commands.slice(0, 2), ["pnpm check\n", "pnpm build\n"]);
  return [source!, commands.slice(0, 2).join(""), "pnpm exec tck-preview snapshot --widget 002_rain"];
}

function codesOf(report: { diagnostics: { code: string }[] }): string[] {
  return report.diagnostics.map(({ code }) => code);
}

/** Runs something with a page of the project's preview, which ends afterwards. */
async function withPreview(sandbox: Sandbox, run: (browser: BrowserPage) => Promise<void>): Promise<void> {
  const command = "cd widget-batch; exec node_modules/.bin/tck-preview --port 0";
  const child = await sandbox.start(command, PLAIN, "none");
  const output = readLines(child.stdout);
  try {
    const [url] = /http:\S+/.exec((await output.next()).value!)!;
    await using browser = await openPage(url);
    await run(browser);
  } finally {
    child.kill("SIGTERM");
    await Promise.all([child.status, output.return(undefined), child.stderr.cancel()]);
  }
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    const lines = (text + decoder.decode(bytes, { stream: true })).split("\n");
    text = lines.pop()!;
    yield* lines;
  }
}

/** The version of the kit that is installed in a batch's project. */
async function kitVersion(sandbox: Sandbox, batch: Batch): Promise<string> {
  const file = join(sandbox.project(batch), "node_modules/@tck/kit/package.json");
  return JSON.parse(await readFile(file, "utf8")).version;
}

async function buildOnDeno(project: string): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "tck-project-"));
  await cp(join(project, "widgets"), join(folder, "widgets"), { recursive: true });
  // The one package that the example bundles. All others are the host's.
  await cp(
    await realpath(join(project, "node_modules/lucide-react")),
    join(folder, "node_modules/lucide-react"),
    { recursive: true },
  );
  try {
    const { diagnostics } = await buildProject(folder, {
      isolation: denoIsolation(process.execPath, 60_000),
    });
    assert.deepEqual(diagnostics, []);
  } finally {
    await esbuild.stop();
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** Adds a module that imports all of the kit and misuses it once, and settings under which declarations are checked too. */
async function importEverything(project: string): Promise<string> {
  const modules = ["kit", "kit/host", "kit/host-mount", "kit/bundler", "preview"].map((subpath, index) =>
    `export * as part${index} from "@tck/${subpath}";`
  );
  const misuse = 'import { defineManifest } from "@tck/kit";\ndefineManifest({ id: 1 });';
  await writeFile(join(project, "everything.ts"), [...modules, misuse, ""].join("\n"));
  const settings = join(project, "tsconfig.everything.json");
  const compilerOptions = { skipLibCheck: false };
  await writeFile(
    settings,
    JSON.stringify({ extends: "./tsconfig.json", compilerOptions, include: ["widgets", "*.ts"] }),
  );
  return settings;
}

async function editWidget(project: string, from: string, to: string): Promise<void> {
  const file = join(project, "widgets/001_steps/widget.tck.tsx");
  await writeFile(file, (await readFile(file, "utf8")).replace(from, to));
}

async function breakWidget(project: string): Promise<void> {
  const line = "const format = useFormat();";
  await editWidget(project, line, `${line} localStorage.clear();`);
}

interface BrowserPage extends AsyncDisposable {
  page: Page;
  /** How many documents the page has loaded. */
  loads(): number;
  /** The errors that the page has thrown. */
  errors: string[];
}

async function openPage(url: string): Promise<BrowserPage> {
  const browser = await openChromium();
  const page = await browser.newPage({ locale: "en-US" });
  const errors: string[] = [];
  let loads = 0;
  page.setDefaultTimeout(120_000);
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("domcontentloaded", () => loads++);
  const connected = Promise.withResolvers<void>();
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (JSON.parse(String(payload)).type === "connected") connected.resolve();
    }));
  await page.goto(url);
  // An edit that comes before is not seen (decision 058).
  await connected.promise;
  return { page, errors, loads: () => loads, [Symbol.asyncDispose]: () => browser.close() };
}

/** Publishes the next patch of the kit, and makes everything published before two days old. */
async function publishPatch({ packages }: NpmPackages, sandbox: Sandbox): Promise<string> {
  const { version, file } = packages.find(({ name }) => name === "@tck/kit")!;
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const { name } of packages) await sandbox.registry.backdate(name, version, twoDaysAgo);
  const patch = version.replace(/\d+$/, (number) => String(Number(number) + 1));
  const contents = await readTarball(file);
  const files = Object.fromEntries([...contents].map(([path, { text }]) => [path, text]));
  const manifest = JSON.parse(files["package.json"]!);
  await sandbox.publish({ ...files, "package.json": JSON.stringify({ ...manifest, version: patch }) });
  return patch;
}

/** Publishes a package that is unrelated to the kit. */
async function publishStranger(sandbox: Sandbox): Promise<void> {
  const manifest = { name: "@young/create-stranger", version: "1.0.0", bin: { "create-stranger": "run.js" } };
  await sandbox.publish({ "package.json": JSON.stringify(manifest), "run.js": "#!/usr/bin/env node\n" });
}
