import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { SettingError } from "./errors.ts";

const SECRET_BYTES = 48;
const MIN_SECRET_BYTES = 32;

/** Creates the data folder if it does not exist. It holds users' pages and a secret: only its owner may read it. */
export async function createDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
}

/**
 * The secret that signs bearers and sessions when `TCK_AUTH_SECRET` is not set: random, kept in the data folder with mode
 * 0600, and the same for every command on that folder.
 */
export async function loadFolderSecret(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, "auth-secret");
  await createDataFolder(dataDir);
  return await readSecret(path) ?? await createSecret(path);
}

async function readSecret(path: string): Promise<Uint8Array | null> {
  const secret = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (secret !== null && secret.byteLength < MIN_SECRET_BYTES) {
    throw new SettingError(
      `Cannot use the secret in ${JSON.stringify(path)}: it is truncated; remove the file to get a new one`,
    );
  }
  return secret;
}

/** A hard link creates the file whole, and fails if it exists: two commands that start together use one secret. */
async function createSecret(path: string): Promise<Uint8Array> {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, randomBytes(SECRET_BYTES).toString("base64url"), { mode: 0o600 });
  await chmod(temporary, 0o600);
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return (await readSecret(path))!;
}
