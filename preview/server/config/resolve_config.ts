import { basename } from "node:path";
import { type BundleGlob, type ComposedGroup, parseBundleGlob, type WatchGroup } from "../discovery/mod.ts";
import type { CompositionSource, PreviewConfig, ScanBundledEntry, ViteFinal } from "./preview_config.ts";

/** The configuration with its globs read and its defaults in place. */
export interface ResolvedPreviewConfig {
  /** The file that it is from, absolute, or null. */
  readonly file: string | null;
  /** What is scanned for the Stage: what the configuration adds, then the project's own. */
  readonly scanned: readonly WatchGroup[];
  /** Sources of feeds. */
  readonly feeds: readonly ComposedGroup[];
  /** Sources of grids. */
  readonly grids: readonly ComposedGroup[];
  /** Whether every bundle there is makes one feed and one grid, since no source is given. */
  readonly composesAll: boolean;
  /** The program's hook, else the file's. */
  readonly viteFinal?: ViteFinal;
  /** What is deprecated and was given, in words. */
  readonly deprecations: readonly string[];
}

/** A configuration and where its relative globs start from. */
export interface PlacedConfig {
  readonly config: PreviewConfig;
  /** Absolute. */
  readonly directory: string;
}

/** A title for globs that a configuration gives without one (preview specification, §2). */
const CUSTOM_LOCATION = "Custom location";

/**
 * Resolves the configuration of a project (preview specification, §2): a field of the program's wins over the file's.
 *
 * @param projectDirectory absolute
 * @throws {PreviewConfigError} `config.invalid_glob`
 */
export function resolveConfig(
  projectDirectory: string,
  file: PlacedConfig & { readonly path: string } | null,
  program: PreviewConfig,
): ResolvedPreviewConfig {
  const placed: PlacedConfig[] = [{ config: program, directory: projectDirectory }];
  if (file !== null) placed.push(file);
  const feeds = firstGiven(placed, (config) => config.canvas?.feeds);
  const grids = firstGiven(placed, (config) => config.canvas?.grids);
  const viteFinal = program.viteFinal ?? file?.config.viteFinal;
  return {
    file: file?.path ?? null,
    scanned: [...scannedGroups(placed), ...projectGroups(projectDirectory)],
    feeds: (feeds?.value ?? []).map((source) => composedGroup(source, feeds!.directory)),
    grids: (grids?.value ?? []).map((source) => composedGroup(source, grids!.directory)),
    composesAll: feeds === undefined && grids === undefined,
    ...(viteFinal === undefined ? {} : { viteFinal }),
    deprecations: placed.flatMap(({ config }) => findDeprecations(config)),
  };
}

function firstGiven<Value>(
  placed: readonly PlacedConfig[],
  read: (config: PreviewConfig) => Value | undefined,
): { value: Value; directory: string } | undefined {
  for (const { config, directory } of placed) {
    const value = read(config);
    if (value !== undefined) return { value, directory };
  }
  return undefined;
}

function scannedGroups(placed: readonly PlacedConfig[]): WatchGroup[] {
  const given = firstGiven(placed, (config) => {
    const { scan, watchGlobs, bundledLocations } = config;
    const lists = [scan?.bundled, watchGlobs, bundledLocations].filter((list) => list !== undefined);
    return lists.length === 0 ? undefined : lists.flat();
  });
  return (given?.value ?? []).map((entry) => scannedGroup(entry, given!.directory));
}

function scannedGroup(entry: ScanBundledEntry, directory: string): WatchGroup {
  const { glob, label = CUSTOM_LOCATION } = typeof entry === "string" ? { glob: entry } : entry;
  return { source: label, globs: [parseBundleGlob(glob, directory)] };
}

function projectGroups(directory: string): WatchGroup[] {
  return [
    { source: "widgets", globs: [parseBundleGlob("widgets/*/dist/*.tckb", directory)] },
    { source: "dist", globs: [parseBundleGlob("dist/*.tckb", directory)] },
  ];
}

function composedGroup(source: CompositionSource, directory: string): ComposedGroup {
  const globs = (source.globs ?? [source.glob!]).map((glob) => parseBundleGlob(glob, directory));
  const label = typeof source.label === "string" ? source.label : undefined;
  const id = source.id ?? label ?? nameOf(globs);
  return { source: `canvas:${label ?? id}`, globs, id, rules: source };
}

function nameOf([first]: readonly BundleGlob[]): string {
  return basename(first!.root);
}

function findDeprecations(config: PreviewConfig): string[] {
  const folded = (["watchGlobs", "bundledLocations"] as const).filter((field) => config[field] !== undefined);
  return [
    ...folded.map((field) => `${field} is deprecated and will be removed: put its entries into scan.bundled`),
    ...(config.unbundledLocations === undefined
      ? []
      : ["unbundledLocations is ignored and will be removed: only the project's own sources are live"]),
  ];
}
