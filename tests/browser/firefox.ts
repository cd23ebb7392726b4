import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import {
  type Browser,
  type BrowserContext,
  connect,
  launch,
  type LaunchOptions,
  type Page,
} from "puppeteer-core";
import { findShared, giveBack } from "../servers/find_shared.ts";
import { findProgram } from "../servers/programs.ts";
import { within } from "../waiting/mod.ts";
import { findFonts } from "./fonts.ts";

/** Launches Debian's Firefox with an empty profile and the fonts of the tests, driven by WebDriver BiDi. */
async function launchFirefox(options: LaunchOptions): Promise<Browser> {
  const { executablePath, env, preferences } = await findFirefox();
  return await launch({
    browser: "firefox",
    executablePath,
    headless: true,
    env,
    extraPrefsFirefox: preferences,
    ...options,
  });
}

/** What tests do with a Firefox. */
export interface TestFirefox {
  /** False when it has ended. */
  readonly connected: boolean;
  /** Opens a page of the context of this test file. */
  newPage(): Promise<Page>;
  /** Opens a context of its own. */
  createBrowserContext(): Promise<BrowserContext>;
  close(): Promise<void>;
}

/**
 * Opens a Firefox that no other test file uses meanwhile: one of the run, or one of its own when there is no runner. What the
 * file stores in it is gone when it is closed.
 */
export async function openFirefox(
  options: Pick<LaunchOptions, "acceptInsecureCerts"> = {},
): Promise<TestFirefox> {
  const endpoint = await findShared("firefox");
  const browser = endpoint === null
    ? await launchFirefox(options)
    : await connect({ browserWSEndpoint: endpoint, protocol: "webDriverBiDi", ...options });
  const own = await browser.createBrowserContext();
  return {
    get connected() {
      return browser.connected;
    },
    newPage: () => own.newPage(),
    createBrowserContext: () => browser.createBrowserContext(),
    close: async () => {
      if (endpoint === null) return await browser.close();
      const left = browser.browserContexts().filter((context) => context !== browser.defaultBrowserContext());
      // The runner ends a Firefox that is not given back.
      const isEmpty = await within("the end of the contexts", closeAll(left), CLOSE_TIMEOUT_MS)
        .then(() => true, () => false);
      await browser.disconnect();
      if (isEmpty) await giveBack("firefox", endpoint);
    },
  };
}

/** A page in a loop may not end. */
const CLOSE_TIMEOUT_MS = 10_000;

async function closeAll(contexts: readonly BrowserContext[]): Promise<void> {
  for (const context of contexts) await context.close();
}

/** Launches a Firefox to whose address one process at a time connects. */
export async function launchFirefoxServer(): Promise<
  { readonly endpoint: string; end(): Promise<void> }
> {
  const profile = await mkdtemp(join(tmpdir(), "tck-firefox-"));
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await launchFirefox({ ...signals, userDataDir: profile });
  const [endpoint, process] = [browser.wsEndpoint(), browser.process()!];
  await browser.disconnect();
  return {
    endpoint,
    async end() {
      if (process.exitCode === null && process.signalCode === null) {
        const ended = once(process, "exit");
        process.kill("SIGKILL");
        await ended;
      }
      await deleteProfile(profile);
    },
  };
}

function deleteProfile(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/**
 * Launches Firefox as readers have it: with a process for each site, which Puppeteer's own launch turns off, and with
 * scroll bars that take room.
 */
export async function launchFirefoxAsInstalled(): Promise<
  { browser: Browser; pid: number } & AsyncDisposable
> {
  const { executablePath, env, preferences } = await findFirefox();
  const profile = await mkdtemp(join(tmpdir(), "tck-firefox-"));
  const lines = Object.entries({ ...preferences, ...AS_INSTALLED })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--profile", profile, "--remote-debugging-port=0", "about:blank"];
  const firefox = spawn(executablePath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(firefox, "exit");
  const close = async () => {
    firefox.kill("SIGKILL");
    await ended;
    await deleteProfile(profile);
  };
  try {
    const endpoint = await readEndpoint(firefox.stderr);
    firefox.stderr.resume();
    const browser = await connect({
      browserWSEndpoint: `${endpoint}/session`,
      protocol: "webDriverBiDi",
      defaultViewport: null,
    });
    return {
      browser,
      pid: firefox.pid!,
      [Symbol.asyncDispose]: async () => {
        await browser.disconnect();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const AS_INSTALLED = {
  "remote.active-protocols": 1,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.update.enabled": false,
  "dom.ipc.reportProcessHangs": false,
  "widget.gtk.overlay-scrollbars.enabled": false,
};

async function readEndpoint(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const endpoint = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (endpoint !== undefined) return endpoint;
  }
  throw new Error("Cannot connect to Firefox: it ended before it listened");
}

async function findFirefox(): Promise<{
  executablePath: string;
  env: NodeJS.ProcessEnv;
  preferences: { [name: string]: string };
}> {
  const executablePath = await findProgram("firefox-esr");
  if (executablePath === null) throw new Error("Cannot launch Firefox: there is no program firefox-esr");
  const { settings, folders } = await findFonts();
  return {
    executablePath,
    env: { ...process.env, FONTCONFIG_FILE: settings },
    // The processes that draw pages are in a sandbox, which may not read every folder.
    preferences: { "security.sandbox.content.read_path_whitelist": folders.map(asFolder).join() },
  };
}

/** With a slash at its end, a path of the list stands for all that is below it. */
function asFolder(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
