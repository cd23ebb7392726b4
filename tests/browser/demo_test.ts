// budget: 40 s: it builds six widgets, and starts the command five times
import assert from "node:assert/strict";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Frame, Page } from "playwright-core";
import { listEntries } from "../../core/tckb/mod.ts";
import {
  COMMAND_LINE,
  type CommandResult,
  preparedFolder,
  runCommand,
  type RunningCommand,
  startCommand,
  startProgram,
  temporaryFolder,
} from "../hosts/cli/command_process.ts";
import { addAxe } from "./axe.ts";
import { openChromium } from "./chromium.ts";

/** What the tests of this file share, made when the first one needs it. */
const stack = new AsyncDisposableStack();
Deno.test.afterAll(() => stack.disposeAsync());

const MOUNTED = 'article[data-state="mounted"]';
const FAILED = 'article[data-state="failed"]';

Deno.test("demo: the printed URL signs in and shows six cards, each in its own open shadow root", async (t) => {
  const folder = stack.use(await temporaryFolder());
  await using browser = await openBrowser();
  let committedAt = "";

  await t.step("a first start builds, commits and serves", async () => {
    // As people start it: the others get the host assets of the run, which take long to build.
    await using demo = startProgram([...COMMAND_LINE, "demo", "--port", "0", "--data", folder.path]);
    const page = await browser.newPage();
    await page.goto(await feedUrl(demo));
    const frame = await (await page.waitForSelector("iframe.canvas-frame")).contentFrame();
    await waitForCards(frame!, 6);
    assert.equal(new URL(page.url()).pathname.startsWith("/feed/"), true);
    const cards = await describeCards(frame!);
    assert.equal(cards.length, 6);
    for (const card of cards) {
      assert.equal(card.mode, "open");
      assert.ok(card.text.length > 0, `${card.name} shows nothing`);
      assert.ok(card.sheets >= 2, `${card.name} has not adopted its stylesheets`);
    }
    assert.equal(new Set(cards.map(({ name }) => name)).size, 6);
    committedAt = await readCommittedAt(page);
    assert.match(demo.output().stderr, /built 6 widgets, 0 unchanged/);
    assert.deepEqual(await endByInterrupt(demo, folder.path), { code: 0, left: [] });
    startedFolder = stack.use(await temporaryFolder()).path;
    await cp(folder.path, startedFolder, { recursive: true });
  });

  await t.step(
    "a second start on the same folder builds nothing, commits nothing and loses nothing",
    async () => {
      const demo = stack.use(startDemo(folder.path));
      feed = feedUrl(demo);
      const page = await browser.newPage();
      await page.goto(await feed);
      await waitForCards(page, 6);
      assert.match(demo.output().stderr, /built 0 widgets, 6 unchanged/);
      assert.equal(await readCommittedAt(page), committedAt);
    },
  );
});

// claim: bytes-checked-by-server
Deno.test("with one byte of a stored module changed, the route answers 422 and the page shows five cards and an error card", async () => {
  await using folder = await copyBuiltDemo();
  await using browser = await openBrowser();
  await using demo = startDemo(folder.path);
  const url = await feedUrl(demo);
  const hash = await changeOneByteOfAModule(join(folder.path, "objects", "widgets", "demo", "bundles"));

  const page = await browser.newPage();
  const answers = new Map<string, { status: number; body: string }>();
  page.on("response", async (response) => {
    if (!response.url().endsWith(`${hash}/widget.mjs`)) return;
    answers.set("module", { status: response.status(), body: await response.text().catch(() => "") });
  });
  await page.goto(url);
  await page.locator(FAILED).waitFor();
  await waitForCards(page, 5);
  assert.equal(await page.locator(FAILED).count(), 1);
  assert.equal(answers.get("module")?.status, 422);

  const direct = await page.request.get(new URL(`/api/widgets/v1/${hash}/widget.mjs`, url).href);
  assert.deepEqual([direct.status(), (await direct.json()).code], [422, "bundle.hash_mismatch"]);
  assert.equal(direct.headers()["cache-control"], "no-store");
  assert.match(direct.headers()["content-type"]!, /^application\/problem\+json/);

  await page.locator(FAILED).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await page.locator(FAILED).waitFor();
  assert.equal(await page.locator(MOUNTED).count(), 5, "retrying one card affects the others");
});

// claim: bytes-checked-by-browser
Deno.test("the browser rejects a module whose bytes differ from the page's import map", async () => {
  await using browser = await openBrowser();
  const page = await browser.newPage();
  let changed = "";
  await page.route("**/api/widgets/v1/*/widget.mjs", async (route) => {
    const response = await route.fetch();
    changed ||= route.request().url();
    const body = await response.text();
    await route.fulfill({ response, body: route.request().url() === changed ? `${body}\n` : body });
  });
  await page.goto(await sharedFeedUrl());
  await page.locator(FAILED).waitFor();
  await waitForCards(page, 5);
});

// claim: pages-own-scripts
// claim: open-same-origin
Deno.test("the page's policy allows what the page needs, and blocks inline scripts and workers of a card", async () => {
  await using browser = await openBrowser();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(await sharedFeedUrl());
  await waitForCards(page, 6);
  assert.deepEqual(complaints, []);
  const { nonces, ran, registered, blocked } = await page.evaluate(async () => {
    const blocked: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
    const resources = performance.getEntriesByType("resource").map(({ name }) => name);
    const module = resources.find((name) => name.endsWith("/widget.mjs"))!;
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true;";
    document.head.append(script);
    const registered = await navigator.serviceWorker.register(module, { type: "module" }).then(
      () => true,
      () => false,
    );
    try {
      new Worker(module, { type: "module" });
    } catch {
      // Some browsers throw, others only report.
    }
    // The reports of all three arrive as events of their own. Without one of them the assertion below fails.
    const deadline = performance.now() + 10_000;
    while (blocked.length < 3 && performance.now() < deadline) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const nonces = document.querySelectorAll("[nonce]").length;
    return { nonces, ran: "ran" in globalThis, registered, blocked };
  });
  assert.deepEqual([nonces, ran, registered], [0, false, false]);
  assert.deepEqual(blocked.toSorted(), ["script-src-elem", "worker-src", "worker-src"]);
});

Deno.test("the feed has no serious axe violation, shadow roots included, and no console error, in either theme, narrow and wide", async (t) => {
  await using browser = await openBrowser();
  const url = await sharedFeedUrl();
  for (const [colorScheme, width] of [["light", 360], ["dark", 1280]] as const) {
    await t.step(`${colorScheme}, ${width} pixels`, async () => {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 900 },
        bypassCSP: true,
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(url);
      await waitForCards(page, 6);
      assert.equal(await page.locator("html").getAttribute("data-theme"), colorScheme);
      assert.deepEqual(await seriousViolations(page), []);
      assert.deepEqual(complaints, []);
      const overflow = await page.evaluate(() =>
        document.documentElement.scrollWidth - document.documentElement.clientWidth
      );
      assert.equal(overflow, 0, "the page scrolls sideways");
      await context.close();
    });
  }
});

Deno.test("the theme switch works by keyboard, reaches every card and is remembered", async () => {
  await using browser = await openBrowser();
  const page = await (await browser.newContext({ colorScheme: "light" })).newPage();
  await page.goto(await sharedFeedUrl());
  await waitForCards(page, 6);
  const before = await cardColour(page);
  await page.getByRole("button", { name: /light and dark/ }).focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  await page.waitForFunction((colour) => {
    const root = document.querySelector("article")!.shadowRoot!;
    return getComputedStyle(root.querySelector("h2, h3, p")!).color !== colour;
  }, before);
  await page.reload();
  await waitForCards(page, 6);
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
});

Deno.test("demo --once --json prints one object with six modules that match their hashes, and exits", async () => {
  const { code, stdout, stderr } = (await buildDemo()).result;
  assert.equal(code, 0, stderr);
  const report = JSON.parse(stdout);
  assert.match(report.batchId, /^\d{8}-morning-brief$/);
  assert.ok(report.feedUrl.endsWith(`/feed/${report.batchId}`));
  assert.equal(report.widgets.length, 6);
  for (const { hash, status, sha384 } of report.widgets) assert.deepEqual([status, sha384], [200, hash]);

  await using folder = await copyBuiltDemo();
  await changeOneByteOfAModule(join(folder.path, "objects", "widgets", "demo", "bundles"));
  const damaged = await runDemoOnce(folder.path);
  assert.equal(damaged.code, 1);
  assert.deepEqual(
    JSON.parse(damaged.stdout).widgets.map(({ status }: { status: number }) => status).sort(),
    [200, 200, 200, 200, 200, 422],
  );
});

/** A data folder with the demo's batch, and how the command ended that built and committed it. */
interface BuiltDemo {
  path: string;
  result: CommandResult;
}

/** A copy of the data folder in which the first test has built all widgets. A test that runs alone has another. */
let startedFolder: string | undefined;

let built: Promise<BuiltDemo> | undefined;
const buildDemo = () =>
  built ??= (async () => {
    const path = startedFolder ?? stack.use(await preparedFolder(tmpdir())).path;
    return { path, result: await runDemoOnce(path) };
  })();

let feed: Promise<string> | undefined;
/** The feed of a demo that this file's tests share and leave as it is: the second one of the first test. */
const sharedFeedUrl = () =>
  feed ??= copyBuiltDemo().then((folder) => feedUrl(stack.use(startDemo(stack.use(folder).path))));

/** A data folder of a test's own in which a demo has nothing left to build or commit. */
async function copyBuiltDemo(): Promise<AsyncDisposable & { path: string }> {
  const { path, result } = await buildDemo();
  assert.equal(result.code, 0, result.stderr);
  const folder = await temporaryFolder();
  await cp(path, folder.path, { recursive: true });
  return folder;
}

function runDemoOnce(data: string): Promise<CommandResult> {
  return runCommand(["demo", "--once", "--json", "--port", "0", "--data", data]);
}

async function openBrowser(): Promise<Browser & AsyncDisposable> {
  const browser = await openChromium();
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}

/** Opens the canvas: its cards are in the page, where the tests look at them. */
function startDemo(data: string): RunningCommand {
  return startCommand(["demo", "--port", "0", "--data", data], { TCK_CANVAS: "open" });
}

async function feedUrl(demo: RunningCommand): Promise<string> {
  return (await demo.printed(/http:\S+\/feed\/\S+/))[0];
}

/** Ends the demo as Ctrl-C does, which arrives twice under npx, and lists the locks, sockets and processes that are left. */
async function endByInterrupt(
  demo: RunningCommand,
  data: string,
): Promise<{ code: number; left: string[] }> {
  Deno.kill(demo.pid, "SIGINT");
  const { code } = await demo.stop("SIGINT");
  const processes = await readdir("/proc").catch(() => []);
  const left: string[] = (await readdir(data)).filter((name) => /lock|sock/.test(name));
  for (const pid of processes.filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    if (new RegExp(`^PPid:\\s${demo.pid}$`, "m").test(status)) left.push(pid);
  }
  return { code, left };
}

async function waitForCards(page: Page | Frame, count: number): Promise<void> {
  await page.waitForFunction(
    ({ selector, count }) => document.querySelectorAll(selector).length === count,
    { selector: MOUNTED, count },
  );
}

function describeCards(
  page: Page | Frame,
): Promise<{ name: string; mode: string; text: string; sheets: number }[]> {
  return page.locator(MOUNTED).evaluateAll((cards) =>
    cards.map((card) => ({
      name: card.getAttribute("aria-label") ?? card.getAttribute("aria-labelledby") ?? "",
      mode: card.shadowRoot?.mode ?? "none",
      text: card.shadowRoot?.textContent?.trim() ?? "",
      sheets: card.shadowRoot?.adoptedStyleSheets.length ?? 0,
    }))
  );
}

async function readCommittedAt(page: Page): Promise<string> {
  const batchId = new URL(page.url()).pathname.split("/").at(-1);
  const response = await page.request.get(new URL(`/api/daily-pages/v2/batches/${batchId}`, page.url()).href);
  return (await response.json()).committedAt;
}

async function seriousViolations(page: Page): Promise<string[]> {
  await addAxe(page);
  return await page.evaluate(async () => {
    // deno-lint-ignore no-explicit-any -- axe adds itself to the page's globals
    const { violations } = await (globalThis as any).axe.run(document);
    type Violation = { id: string; impact: string; nodes: { target: unknown }[] };
    return (violations as Violation[])
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => JSON.stringify(node.target)).join(", ")}`);
  });
}

function cardColour(page: Page): Promise<string> {
  return page.locator(MOUNTED).first().evaluate((card) =>
    getComputedStyle(card.shadowRoot!.querySelector("h2, h3, p")!).color
  );
}

/** Changes one byte in the middle of a module in a stored envelope. Returns its hash. */
async function changeOneByteOfAModule(folder: string): Promise<string> {
  const file = (await readdir(folder)).filter((name) => name.endsWith(".tckb")).sort()[0]!;
  const bytes = new Uint8Array(await readFile(join(folder, file)));
  const entry = listEntries(bytes).find(({ name }) => name === "widget.mjs")!;
  const data = entry.data;
  const offset = data.byteOffset - bytes.byteOffset + Math.floor(data.byteLength / 2);
  bytes[offset]! ^= 1;
  await writeFile(join(folder, file), bytes);
  return file.slice(0, -".tckb".length);
}
