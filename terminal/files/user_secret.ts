import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { quote } from "../../core/errors/mod.ts";
import { openRegularFile } from "./folder.ts";
import { findUserCache } from "./user_cache.ts";
import { writeAtomically } from "./write_atomically.ts";

const SECRET_BYTES = 32;

/**
 * A secret of the user who runs this process, made when it is first read. By it a program knows a file that it has left in a
 * folder from one that came with the folder.
 *
 * @param folder the real path of that folder, which is not where the secret is
 * @param onReplaced called with a message when what was in the secret's place could not be one
 * @returns null where none can be kept
 */
export async function readUserSecret(
  folder: string,
  onReplaced: (message: string) => void = () => {},
): Promise<Uint8Array | null> {
  try {
    const cache = join(findUserCache(), "tck");
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    if (`${realpathSync(cache)}${sep}`.startsWith(folder + sep)) return null;
    const path = join(cache, "secret");
    // Who is second reads the one that is there.
    const secret = readSecret(path) ?? await makeSecret(path, true).catch(() => readSecret(path));
    if (secret !== null) return secret;
    const replacement = await makeSecret(path, false);
    onReplaced(
      `The secret ${
        quote(path)
      } was damaged and has been replaced: everything is built again, once for each project`,
    );
    return replacement;
  } catch {
    return null;
  }
}

function readSecret(path: string): Uint8Array | null {
  let descriptor: number;
  try {
    descriptor = openRegularFile(path);
  } catch {
    return null;
  }
  try {
    return fstatSync(descriptor).size === SECRET_BYTES ? readFileSync(descriptor) : null;
  } finally {
    closeSync(descriptor);
  }
}

async function makeSecret(path: string, isNew: boolean): Promise<Uint8Array> {
  const secret = randomBytes(SECRET_BYTES);
  await writeAtomically(path, secret, { mode: 0o600, isNew });
  return secret;
}
