import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { checkConfig } from "./check_config.ts";
import { findPlaces } from "./config_places.ts";
import { findConfigFile, findMisnamedFiles } from "./find_config_file.ts";
import { loadConfigFile } from "./load_config_file.ts";
import type { PreviewConfig } from "./preview_config.ts";
import { resolveConfig, type ResolvedPreviewConfig } from "./resolve_config.ts";

/** Where the configuration of a project comes from. */
export interface ConfigSources {
  /** Absolute. */
  readonly projectDirectory: string;
  /** The file that the user has given; undefined to look for one. */
  readonly configFile: string | undefined;
  /** The fields that the program gives; they win over the file's. */
  readonly program: PreviewConfig;
}

export interface ProjectConfig {
  readonly config: ResolvedPreviewConfig;
  /** The configuration's file and the files of the project that it imports. */
  readonly files: readonly string[];
}

/**
 * Reads the configuration of a project.
 *
 * @throws {PreviewConfigError}
 */
export async function readProjectConfig(
  { projectDirectory, configFile, program }: ConfigSources,
): Promise<ProjectConfig> {
  checkConfig(program, "of the program");
  const path = await findConfigFile(projectDirectory, configFile);
  const misnamed = configFile === undefined ? await findMisnamedFiles(projectDirectory) : [];
  if (path === null) return { config: resolveConfig(projectDirectory, null, program, misnamed), files: [] };
  const { value, files } = await loadConfigFile(path);
  const places = findPlaces(path, await readFile(path, "utf8"));
  const file = { path, directory: dirname(path), config: checkConfig(value, basename(path), places) };
  return { config: resolveConfig(projectDirectory, file, program, misnamed), files };
}
