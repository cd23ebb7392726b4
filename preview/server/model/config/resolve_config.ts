import { basename } from "node:path";
import { type BundleGlob, parseBundleGlob } from "../discovery/bundle_glob.ts";
import type { ComposedGroup, WatchGroup } from "../discovery/watch_groups.ts";
import type { CompositionSource, PreviewConfig, ScanBundledEntry, ViteFinal } from "./preview_config.ts";

/** The configuration with parsed globs and defaults. */
export interface ResolvedPreviewConfig {
  /** The configuration's file, absolute, or null. */
  readonly file: string | null;
  /** What is scanned for the Stage: the globs of the configuration, then the project's own. */
  readonly scanned: readonly WatchGroup[];
  readonly feeds: readonly ComposedGroup[];
  readonly grids: readonly ComposedGroup[];
  /** Whether all bundles make one feed and one grid, since the configuration has no sources. */
  readonly composesAll: boolean;
  /** The program's hook, else the file's. */
  readonly viteFinal?: ViteFinal;
  /** A message for each deprecated field that was given, and for each file with a misspelt name. */
  readonly warnings: readonly string[];
}

/** A configuration and the folder of its relative globs. */
interface PlacedConfig {
  readonly config: PreviewConfig;
  /** Absolute. */
  readonly directory: string;
}

/** The title of globs without a label (preview specification, §2). */
const CUSTOM_LOCATION = "Custom location";

/**
 * Resolves the configuration of a project (preview specification, §2): the program's fields win over the file's.
 *
 * @param projectDirectory absolute
 * @param misnamed a message for each file with a misspelt name
 * @throws {PreviewConfigError} `config.invalid_glob`
 */
export function resolveConfig(
  projectDirectory: string,
  file: PlacedConfig & { readonly path: string } | null,
  program: PreviewConfig,
  misnamed: readonly string[] = [],
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
    warnings: [...misnamed, ...placed.flatMap(({ config }) => findDeprecations(config))],
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
    ...folded.map((field) => `${field} is deprecated and will be removed: move its entries to scan.bundled`),
    ...(config.unbundledLocations === undefined
      ? []
      : ["unbundledLocations is ignored and will be removed: only the project's own sources are live"]),
  ];
}
