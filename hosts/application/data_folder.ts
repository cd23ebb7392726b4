import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import { nullIfMissing, writeAtomically } from "../../terminal/files/mod.ts";
import type { Terminal } from "../../terminal/mod.ts";
import { SettingError } from "./errors.ts";

const SECRET_BYTES = 48;
const MIN_SECRET_BYTES = 32;

/**
 * Creates the data folder if it does not exist. It contains users' pages and a secret: only its owner may read it.
 *
 * @throws {SettingError} when it cannot be created
 */
export async function createDataFolder(dataDir: string): Promise<void> {
  const path = resolve(dataDir);
  try {
    await createBetween(await findExisting(path), path);
  } catch (error) {
    throw describeUnusable(dataDir, error as NodeJS.ErrnoException);
  }
}

/**
 * Checks that the data folder can be written, or created.
 *
 * @throws {SettingError} when it cannot
 */
export async function checkDataFolder(dataDir: string): Promise<void> {
  try {
    await checkWritable(dataDir);
  } catch (error) {
    throw describeUnusable(dataDir, error as NodeJS.ErrnoException);
  }
}

/** Checks that a folder can be written, or created: another one is created where it is or would be, and removed. */
export async function checkWritable(folder: string): Promise<void> {
  const existing = await findExisting(resolve(folder));
  await rmdir(await mkdtemp(join(existing, ".tck-check-")));
}

/** The nearest path upwards that exists. */
async function findExisting(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path || await stat(path).catch(nullIfMissing) !== null) return path;
  return await findExisting(parent);
}

/**
 * Creates one level after the other: Node's recursive `mkdir` never ends on a file system that rejects new folders,
 * such as `/proc`.
 */
async function createBetween(existing: string, path: string): Promise<void> {
  if (path !== existing) await createBetween(existing, dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const info = await stat(path).catch(() => null);
    if (!info?.isDirectory()) throw error;
  }
}

function describeUnusable(dataDir: string, error: NodeJS.ErrnoException): SettingError {
  const isFile = error.code === "EEXIST" || error.code === "ENOTDIR";
  const reason = isFile ? "it is, or is below, a file" : errorMessage(error);
  return new SettingError(
    `Cannot use ${quote(dataDir)} as the data folder: ${reason}; choose another with --data`,
  );
}

/**
 * Creates the data folder if it does not exist, and warns if others than the owner can open it or its secret, or if the
 * secret is another user's. Modes are not changed, because they may be intended.
 */
export async function openDataFolder(dataDir: string, terminal: Pick<Terminal, "warn">): Promise<void> {
  await createDataFolder(dataDir);
  if (process.platform === "win32") return;
  const { mode } = await stat(dataDir);
  if (isOpenToOthers(mode)) terminal.warn(describeOpenMode(`data folder ${quote(dataDir)}`, mode, 700));
  const path = secretPath(dataDir);
  const secret = await stat(path).catch(() => null);
  if (secret === null) return;
  const name = `secret ${quote(path)}`;
  if (isOpenToOthers(secret.mode)) terminal.warn(describeOpenMode(name, secret.mode, 600));
  if (secret.uid !== process.geteuid?.()) {
    terminal.warn(
      `warning: ${name} belongs to another user, who can sign in as anybody: run chown, or remove it`,
    );
  }
}

function isOpenToOthers(mode: number): boolean {
  return (mode & 0o077) !== 0;
}

function describeOpenMode(what: string, mode: number, advice: number): string {
  const octal = (mode & 0o777).toString(8).padStart(4, "0");
  return `warning: ${what} has mode ${octal}, so other users of this machine can open it: run chmod ${advice}`;
}

function secretPath(dataDir: string): string {
  return join(dataDir, "auth-secret");
}

/**
 * The secret that signs bearers and sessions when `TCK_AUTH_SECRET` is not set: random, kept in the data folder with mode
 * 0600, and the same for every command on that folder.
 */
export async function loadFolderSecret(dataDir: string): Promise<Uint8Array> {
  const path = secretPath(dataDir);
  await createDataFolder(dataDir);
  return await readSecret(path) ?? await createSecret(path);
}

/**
 * Checks that the secret of the data folder can be used, if it exists.
 *
 * @throws {SettingError} when it cannot
 */
export async function checkFolderSecret(dataDir: string): Promise<void> {
  await readSecret(secretPath(dataDir));
}

async function readSecret(path: string): Promise<Uint8Array | null> {
  const secret = await readFile(path).catch(nullIfMissing);
  if (secret !== null && secret.byteLength < MIN_SECRET_BYTES) {
    throw new SettingError(
      `Cannot use the secret in ${JSON.stringify(path)}: it is truncated; remove the file to get a new one`,
    );
  }
  return secret;
}

/** Two commands that start together use one secret. */
async function createSecret(path: string): Promise<Uint8Array> {
  try {
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    await writeAtomically(path, secret, { mode: 0o600, isNew: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readSecret(path))!;
}
