import { constants, createReadStream, createWriteStream } from "node:fs";
import { access, chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from "playwright-core";
import { findChromiumPackage } from "../packages/mod.ts";
import { DISABLED_FEATURES } from "../../preview/server/snapshot/camera/browser.ts";
import { findShared } from "../servers/find_shared.ts";
import { fontVariables } from "./fonts.ts";

/** A Chromium to start, and what its process needs in its environment. */
export interface ChromiumInstallation {
  /** The executable. */
  executablePath: string;
  /** Variables on top of this process's own. */
  env: { [name: string]: string };
  /** Flags on top of those that every Chromium of the tests gets. */
  args: string[];
}

/**
 * Opens the Chromium that the tests of a run share, or launches one when there is no runner. Each page that
 * `newPage` opens has a context of its own; closing the browser closes those of this test only.
 */
export async function openChromium(): Promise<Browser> {
  const endpoint = await findShared("chromium");
  return endpoint === null ? await launchChromium() : waitingLong(await chromium.connect(endpoint));
}

/** How long a busy machine may take for what a page waits for: Playwright's own 30 seconds are too few. */
const PATIENCE_MS = 90_000;

/** Lets all pages of a browser wait so long. */
function waitingLong(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/**
 * Launches a Chromium with an empty profile: `TCK_CHROMIUM`, else one on the PATH, else the one that
 * `@sparticuz/chromium` carries, so that a machine with nothing but Node can run every test. With `TCK_HEADED` set it has
 * a window.
 *
 * @param installation the Chromium to launch instead
 */
export async function launchChromium(installation?: ChromiumInstallation): Promise<Browser> {
  return waitingLong(await chromium.launch(await launchOptions(installation)));
}

/** Launches a Chromium that test processes connect to. It ends with its `close`, not with a signal to this process. */
export async function launchChromiumServer(options?: LaunchOptions): Promise<BrowserServer> {
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return await chromium.launchServer({ ...options ?? await launchOptions(), ...signals, host: "127.0.0.1" });
}

/**
 * Launches a Chromium that starts the process of the next page or frame in advance, as that of a reader does. The tests' own
 * does not: most such processes end unused.
 */
export async function launchReadersChromium(): Promise<BrowserServer> {
  const { args, ...options } = await launchOptions();
  const kept = DISABLED_FEATURES.filter((name) => name !== "SpareRendererForSitePerProcess");
  return await launchChromiumServer({
    ...options,
    args: args.map((flag) => flag.startsWith(DISABLE) ? DISABLE + kept.join() : flag),
  });
}

/** How a Chromium of the tests is launched. */
export async function launchOptions(
  installation?: ChromiumInstallation,
): Promise<ChromiumInstallation & LaunchOptions> {
  const { executablePath, env, args } = installation ?? await findChromium();
  return {
    executablePath,
    headless: !process.env.TCK_HEADED,
    env: { ...definedOnly(process.env), ...env },
    args: [...FLAGS, ...args],
  };
}

const DISABLE = "--disable-features=";

/** A test machine may have neither a sandbox nor a GPU, and a browser under test sends no requests of its own. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  DISABLE + DISABLED_FEATURES.join(),
];

/** The Chromium that is launched when no other is given, with the fonts of the tests. */
export async function findChromium(): Promise<ChromiumInstallation> {
  const named = process.env.TCK_CHROMIUM;
  if (named) return { executablePath: named, env: await fontVariables(), args: [] };
  for (const name of ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]) {
    const executablePath = await findOnPath(name);
    if (executablePath !== null) return { executablePath, env: await fontVariables(), args: [] };
  }
  return await unpackChromium();
}

async function findOnPath(name: string): Promise<string | null> {
  for (const folder of (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "")) {
    const path = join(folder, name);
    if (await access(path, constants.X_OK).then(() => true, () => false)) return path;
  }
  return null;
}

/**
 * Unpacks the Chromium of `@sparticuz/chromium`, once per version, into `node_modules/.cache`. The package's own
 * `executablePath()` would use `/tmp/chromium` even if a killed process left it incomplete; here a complete folder appears
 * by one rename.
 */
export async function unpackChromium(): Promise<ChromiumInstallation> {
  const packageFolder = await findChromiumPackage();
  const cache = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));
  const target = join(cache, `chromium-${await readVersion(packageFolder)}`);
  if (!await access(target).then(() => true, () => false)) {
    await unpackInto(join(packageFolder, "bin"), target);
  }
  return {
    executablePath: join(target, "chromium"),
    env: { LD_LIBRARY_PATH: join(target, "al2023/lib"), ...await fontVariables() },
    // It is a headless shell: without this flag a sandboxed frame runs in its page's process.
    args: ["--no-zygote", "--disable-software-rasterizer", "--site-per-process"],
  };
}

async function readVersion(packageFolder: string): Promise<string> {
  const { default: packageJson } = await import(join(packageFolder, "package.json"), {
    with: { type: "json" },
  });
  return packageJson.version;
}

/** Unpacks the browser with the libraries that a machine may lack: NSS, NSPR and expat. */
async function unpackInto(archives: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const unfinished = await mkdtemp(`${target}-`);
  const inflate = (name: string) =>
    [createReadStream(join(archives, name)), createBrotliDecompress()] as const;
  await Promise.all([
    pipeline(...inflate("chromium.br"), createWriteStream(join(unfinished, "chromium"))),
    pipeline(...inflate("al2023.tar.br"), unpackTar(join(unfinished, "al2023"))),
  ]);
  await chmod(join(unfinished, "chromium"), 0o755);
  await rename(unfinished, target).catch(async (cause) => {
    await rm(unfinished, { recursive: true });
    if (!await access(target).then(() => true, () => false)) throw cause;
  });
}

function definedOnly(variables: NodeJS.ProcessEnv): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => value === undefined ? [] : [[name, value]]),
  );
}
