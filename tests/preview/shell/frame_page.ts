import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium } from "playwright-core";
import { type OpenPreview, openPreview, type PreviewOptions } from "../../../preview/server/start.ts";
import { launchOptions } from "../../browser/chromium.ts";
import { launchFirefoxAsInstalled } from "../../browser/firefox.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { Project } from "../session/project.ts";

/** A document, from Playwright's Chromium and from Puppeteer's Firefox. */
export interface TestedFrame {
  url(): string;
  evaluate<Result>(run: () => Result): Promise<Awaited<Result>>;
  evaluate<Result, Argument>(
    run: (argument: Argument) => Result,
    argument: Argument,
  ): Promise<Awaited<Result>>;
}

export interface TestedPage extends TestedFrame {
  readonly mouse: { click(x: number, y: number): Promise<void> };
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  setViewportSize?(size: { width: number; height: number }): Promise<void>;
  setViewport?(size: { width: number; height: number }): Promise<void>;
  goto(url: string, options?: { waitUntil: "domcontentloaded"; timeout?: number }): Promise<unknown>;
  frames(): TestedFrame[];
  mainFrame(): TestedFrame;
}

/** The preview of a project in a browser as it is installed: with a process for each site, and bars that take room. */
export interface FramePage {
  readonly project: Project;
  readonly page: TestedPage;
  /** The preview's origin. */
  readonly preview: string;
  /** The browser's process. */
  readonly pid: number;
  open(query: string): Promise<void>;
}

const hasFirefox = await hasPrograms(["firefox-esr"], "frames of the preview in Firefox", "firefox-esr");

/** A browser of a file's tests, which is launched by the first of them and closed after the last. */
class SharedBrowser<Launched extends AsyncDisposable> {
  #launched: Promise<Launched> | null = null;
  #isClosedAtEnd = false;

  constructor(private readonly launch: () => Promise<Launched>) {}

  get(): Promise<Launched> {
    return this.#launched ??= this.launch();
  }

  closeAtEnd(): void {
    if (!this.#isClosedAtEnd) {
      Deno.test.afterAll(async () => await (await this.#launched)?.[Symbol.asyncDispose]());
    }
    this.#isClosedAtEnd = true;
  }
}

type ProjectFiles = { [path: string]: string | Uint8Array };

const unedited = new WeakSet<ProjectFiles>();

/** Marks the files of a project that no test edits: those in succession have one preview. */
export function unchanged<Files extends ProjectFiles>(files: Files): Files {
  unedited.add(files);
  return files;
}

/** The preview of the last test. */
interface SharedPreview {
  readonly files: ProjectFiles;
  readonly key: string;
  readonly project: Project;
  readonly preview: OpenPreview;
}

let shared: SharedPreview | null = null;
Deno.test.afterAll(closeShared);

const chromiums = new SharedBrowser(launchChromiumAsInstalled);
const firefoxes = new SharedBrowser(launchFirefoxAsInstalled);

async function launchChromiumAsInstalled(): Promise<{ browser: Browser; pid: number } & AsyncDisposable> {
  const server = await chromium.launchServer({
    ...await launchOptions(),
    ignoreDefaultArgs: ["--hide-scrollbars"],
  });
  const browser = await chromium.connect(server.wsEndpoint());
  return { browser, pid: server.process().pid!, [Symbol.asyncDispose]: () => server.close() };
}

/** Runs a test in Chromium and, as a test of its own, in Firefox. */
export function testFrames(...test: Parameters<typeof testInChromium>): void {
  testInChromium(...test);
  testInFirefox(...test);
}

/** Runs a test in Chromium. */
export function testInChromium(
  title: string,
  files: ProjectFiles,
  run: (shell: FramePage) => Promise<void>,
  options: PreviewOptions = {},
): void {
  chromiums.closeAtEnd();
  Deno.test(`Chromium: ${title}`, async () => {
    const { browser, pid } = await chromiums.get();
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    try {
      await withPreview(files, { page: page as unknown as TestedPage, pid }, run, options);
    } finally {
      await page.close();
    }
  });
}

/** Runs a test in Firefox, where it is installed. */
export function testInFirefox(...[title, files, run, options = {}]: Parameters<typeof testInChromium>): void {
  if (!hasFirefox) return;
  firefoxes.closeAtEnd();
  Deno.test(`Firefox: ${title}`, async () => {
    const { browser, pid } = await firefoxes.get();
    const page = await browser.newPage();
    try {
      await page.setViewport({ width: 1280, height: 900 });
      await withPreview(files, { page: page as unknown as TestedPage, pid }, run, options);
    } finally {
      await page.close();
    }
  });
}

async function withPreview(
  files: ProjectFiles,
  browser: Pick<FramePage, "page" | "pid">,
  run: (shell: FramePage) => Promise<void>,
  options: PreviewOptions,
): Promise<void> {
  const { project, preview } = await openShared(files, options);
  const { origin } = new URL(preview.url);
  // A frame in a loop may not end to load, and then the page does not either.
  const open = async (query: string) =>
    void await browser.page.goto(`${origin}/${query}`, { waitUntil: "domcontentloaded", timeout: 60_000 });
  if (preview.url.includes("?")) await giveToken(browser.page, preview.url);
  await run({ ...browser, project, preview: origin, open });
}

/** Opens the preview of some files, or takes that of the test before. */
async function openShared(files: ProjectFiles, options: PreviewOptions): Promise<SharedPreview> {
  const key = JSON.stringify(options);
  if (shared?.files === files && shared.key === key && unedited.has(files)) return shared;
  await closeShared();
  const project = await Project.create({ ...files, "node_modules/.keep": "" });
  const preview = await openPreview({ cwd: project.path, port: 0, ...options });
  return shared = { files, key, project, preview };
}

async function closeShared(): Promise<void> {
  await shared?.preview.close();
  await shared?.project[Symbol.asyncDispose]();
  shared = null;
}

/** Opens the address with the token: then the browser has its cookie. */
async function giveToken(page: TestedPage, url: string): Promise<void> {
  await page.goto(url);
  await waitFor("the address without the token", async () => {
    const isShown = await page.evaluate(() => document.querySelector("main") !== null);
    return isShown && !page.url().includes("tck-token") ? true : null;
  });
}

/** Changes the height of the window, by Playwright or by Puppeteer. */
export async function resizeWindow(page: TestedPage, height: number): Promise<void> {
  await (page.setViewportSize ?? page.setViewport)!.call(page, { width: 1280, height });
}

/** Reads a value again and again, until it is not null. */
export async function waitFor<Value>(what: string, read: () => Promise<Value | null>): Promise<Value> {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    const value = await read().catch(() => null);
    if (value !== null) return value;
    await delay(50); // timer: between two questions
  }
  throw new Error(`It did not come in 120 s: ${what}`);
}

/** The frames whose card has a text, in the order of the page. */
export async function waitForCards(page: TestedPage, text: string, count = 1): Promise<TestedFrame[]> {
  return await waitFor(`${count} cards with ${text}`, async () => {
    const shown: TestedFrame[] = [];
    for (const frame of page.frames()) {
      if (frame === page.mainFrame()) continue;
      // A frame that does not respond answers no question.
      const content = await Promise.race([frame.evaluate(readCard).catch(() => ""), delay(2_000)]) ?? ""; // timer: a deadline
      if (content.includes(text)) shown.push(frame);
    }
    return shown.length === count ? shown : null;
  });
}

/** Runs in a frame. */
function readCard(): string {
  return document.querySelector("article.tck-card")?.shadowRoot?.textContent ?? "";
}

/** The processor time of the processes below one, in ticks of the system, by their ids. */
export async function readTicks(parent: number): Promise<Map<number, number>> {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => null);
    if (stat === null) continue;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    parents.set(id, Number(fields[1]));
    ticks.set(id, Number(fields[11]) + Number(fields[12]));
  }
  const isBelow = (id: number | undefined): boolean =>
    id !== undefined && (id === parent || isBelow(parents.get(id)));
  return new Map([...ticks].filter(([id]) => isBelow(id)));
}
