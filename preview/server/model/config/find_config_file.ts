import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { quote } from "../../../../core/errors/mod.ts";
import { PreviewConfigError } from "./errors.ts";

export const CONFIG_FILE_NAMES: readonly string[] = ["ts", "mts", "js", "mjs"].map((extension) =>
  `tck.preview.config.${extension}`
);

/** What a file is called by mistake, after the program `tck-preview`. */
const MISNAMED = /^tck-preview\.config\.(ts|mts|js|mjs)$/;

/** A message for each file of a project that has the name of a configuration almost, and is not read. */
export async function findMisnamedFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory);
  return entries.filter((name) => MISNAMED.test(name)).map((name) =>
    `Ignoring ${quote(name)}: the configuration is ${
      quote(name.replace("tck-preview", "tck.preview"))
    }; rename the file`
  );
}

/**
 * Finds the configuration of a project (preview specification, §2).
 *
 * @param given The file that the user has given, relative to the project, or undefined to look for one
 * @returns the absolute path, or null when the project has none
 * @throws {PreviewConfigError} `config.not_found` when the given one does not exist, `config.ambiguous` for two
 */
export async function findConfigFile(directory: string, given: string | undefined): Promise<string | null> {
  if (given !== undefined) return await requireFile(resolve(directory, given), given);
  const entries = new Set(await readdir(directory));
  const [first, second] = CONFIG_FILE_NAMES.filter((name) => entries.has(name));
  if (second !== undefined) {
    throw new PreviewConfigError(
      "config.ambiguous",
      `Cannot choose a configuration: there are ${quote(first!)} and ${
        quote(second)
      }; delete one, or choose one with --config`,
    );
  }
  return first === undefined ? null : join(directory, first);
}

async function requireFile(path: string, given: string): Promise<string> {
  const isFile = await stat(path).then((stats) => stats.isFile(), () => false);
  if (isFile) return path;
  throw new PreviewConfigError(
    "config.not_found",
    `Cannot load configuration ${quote(given)}: there is no such file`,
  );
}
