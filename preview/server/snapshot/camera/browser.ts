import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import process from "node:process";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { quote } from "../../../../core/errors/mod.ts";
import { SnapshotError } from "../errors.ts";

/** The names of Chromium on the PATH. */
const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Installations that Playwright finds without a path. Undefined is its own download. */
const CHANNELS = ["chrome", "msedge", undefined];

/** Features of Chromium that are off: Playwright's own list, which this flag replaces, and the last three. */
export const DISABLED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
  // Two pages of the address bar, which each window of a headless Chromium would load in processes of their own.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  // A process that is started in advance for each page; most end unused, and cost a fifth of a page.
  "SpareRendererForSitePerProcess",
];

/** No background traffic, and the same rendering with and without a screen. */
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
  `--disable-features=${DISABLED_FEATURES.join()}`,
];

/**
 * Starts a headless Chromium with an empty profile: the program at `TCK_CHROMIUM`, else one on the PATH, else one that
 * Playwright finds.
 *
 * @param options its environment; without one, that of this process
 * @throws {SnapshotError} `browser.missing`
 */
export async function launchBrowser(options: Pick<LaunchOptions, "env"> = {}): Promise<Browser> {
  const { TCK_CHROMIUM: given } = options.env ?? process.env;
  if (given) return await launchGiven({ ...options, executablePath: given });
  const executablePath = await findOnPath();
  if (executablePath !== null) return await launch({ ...options, executablePath });
  for (const channel of CHANNELS) {
    const choice = channel === undefined ? options : { ...options, channel };
    const browser = await launch(choice).catch(() => null);
    if (browser !== null) return browser;
  }
  throw new SnapshotError(
    "browser.missing",
    "Cannot take pictures: no Chromium is installed; install chromium or Google Chrome, or run " +
      '"npx playwright-core install chromium-headless-shell", or set TCK_CHROMIUM to an executable',
  );
}

/** Changes when another browser, or another version of it, would be started. */
export async function browserIdentity(): Promise<string> {
  const path = process.env["TCK_CHROMIUM"] || await findOnPath();
  if (path === null) return "channel";
  const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
  return `${path}/${size}/${mtimeMs}`;
}

async function launchGiven(options: LaunchOptions & { executablePath: string }): Promise<Browser> {
  try {
    return await launch(options);
  } catch (cause) {
    const message = `Cannot start TCK_CHROMIUM ${
      quote(options.executablePath)
    }: it does not start as a Chromium does`;
    throw new SnapshotError("browser.missing", message, { cause });
  }
}

/** Without Playwright's signal handlers: the command closes the browser when the process ends. */
async function launch(options: LaunchOptions): Promise<Browser> {
  return await chromium.launch({
    ...options,
    args: FLAGS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

async function findOnPath(): Promise<string | null> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const name of PROGRAMS) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (await access(path, constants.X_OK).then(() => true, () => false)) return path;
    }
  }
  return null;
}
