import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import process from "node:process";

/** The folder in which programs keep what they can make again, for the user who runs this process. */
export function findUserCache(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const given = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
  if (given && isAbsolute(given)) return given;
  return join(homedir(), process.platform === "darwin" ? "Library/Caches" : ".cache");
}
