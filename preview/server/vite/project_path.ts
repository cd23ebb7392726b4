import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import { quote } from "../../../core/errors/mod.ts";
import { PreviewStartError } from "../errors.ts";

/**
 * Vite's bundler ends the process where a path has a backslash that separates no folders.
 *
 * @throws {PreviewStartError} `folder.unusable`
 */
export async function checkProjectPath(folder: string): Promise<void> {
  const path = await realpath(folder).catch(() => folder);
  if (sep === "\\" || !path.includes("\\")) return;
  const message = `Cannot preview project ${quote(path)}: its path has a backslash; rename the folder`;
  throw new PreviewStartError("folder.unusable", message);
}
