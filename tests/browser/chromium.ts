import { constants } from "node:fs";
import { access, chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createReadStream, createWriteStream } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import { type Browser, chromium } from "playwright-core";
import { findChromiumPackage } from "../packages/mod.ts";

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
 * Starts a headless Chromium: `TCK_CHROMIUM`, else one on the PATH, else the one that `@sparticuz/chromium` carries, so
 * that a machine with nothing but Node can run every test. Each start has an empty profile.
 *
 * @param installation the Chromium to start instead
 */
export async function launchChromium(installation?: ChromiumInstallation): Promise<Browser> {
  const { executablePath, env, args } = installation ?? await findChromium();
  return await chromium.launch({
    executablePath,
    env: { ...definedOnly(process.env), ...env },
    args: [...FLAGS, ...args],
  });
}

/** A test machine has no sandbox to give and no GPU, and a browser under test calls nobody. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The Chromium that `launchChromium` starts by itself. */
export async function findChromium(): Promise<ChromiumInstallation> {
  const named = process.env.TCK_CHROMIUM;
  if (named) return { executablePath: named, env: {}, args: [] };
  for (const name of ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]) {
    const executablePath = await findOnPath(name);
    if (executablePath !== null) return { executablePath, env: {}, args: [] };
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
 * `executablePath()` takes whatever lies at `/tmp/chromium` for a whole browser, also what a killed run left half
 * written; here a finished folder appears by one rename.
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
    env: { LD_LIBRARY_PATH: join(target, "al2023/lib"), FONTCONFIG_PATH: join(target, "fonts") },
    args: ["--no-zygote", "--disable-software-rasterizer"],
  };
}

async function readVersion(packageFolder: string): Promise<string> {
  const { default: packageJson } = await import(join(packageFolder, "package.json"), {
    with: { type: "json" },
  });
  return packageJson.version;
}

/** The libraries and fonts go along for machines that have neither: NSS, NSPR, expat, and one typeface. */
async function unpackInto(archives: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const unfinished = await mkdtemp(`${target}-`);
  const inflate = (name: string) =>
    [createReadStream(join(archives, name)), createBrotliDecompress()] as const;
  await Promise.all([
    pipeline(...inflate("chromium.br"), createWriteStream(join(unfinished, "chromium"))),
    pipeline(...inflate("al2023.tar.br"), unpackTar(join(unfinished, "al2023"))),
    pipeline(...inflate("fonts.tar.br"), unpackTar(join(unfinished, "fonts"))),
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
