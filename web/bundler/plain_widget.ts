import { statSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { LIMITS } from "../../core/contract/mod.ts";
import { ASSET, ASSET_ENDINGS } from "./assets.ts";
import { bundleOptions, isRefused, WIDGET_SPECIFIERS } from "./bundle_options.ts";
import { type CompiledWidget, reachableInputs, takeOutputs } from "./compiled_widget.ts";
import type { WidgetSource } from "./project.ts";
import { isPackageFile, type SourceFiles } from "./source_files.ts";
import { findStylesheetFaults } from "./stylesheets.ts";
import { findTailwind } from "./tailwind_refusals.ts";

/** A file that was not written within so many milliseconds is the same for all who read it now. */
const SETTLED_MILLISECONDS = 2_000;

/** A widget, and what its files are read by. */
export interface Sources {
  files: SourceFiles;
  widget: WidgetSource;
}

/**
 * Compiles a widget by esbuild alone, without calling back for each import and each file, which takes most of the time.
 * What esbuild says to have done then tells whether there was nothing to refuse, to read in another way or to replace;
 * the outputs are those that {@linkcode compileAnyWidget} gives.
 *
 * @param now in milliseconds since 1970
 * @returns null when that is not certain
 */
export async function compilePlainWidget(
  files: SourceFiles,
  widget: WidgetSource,
  now: number = Date.now(),
): Promise<CompiledWidget | null> {
  const compiled = await compilePlainWidgets([{ files, widget }], now);
  return compiled?.[0] ?? null;
}

/**
 * Compiles several widgets of a project as {@linkcode compilePlainWidget} does each, by one call of esbuild.
 *
 * @param now in milliseconds since 1970
 * @returns null when esbuild has an error or a warning, of whichever widget it is
 */
export async function compilePlainWidgets(
  sources: readonly Sources[],
  now: number = Date.now(),
): Promise<(CompiledWidget | null)[] | null> {
  const settled = sources.filter(({ files, widget }) => isSettled(join(files.root, widget.file), now));
  if (settled.length === 0) return sources.map(() => null);
  const result = await esbuild.build({
    ...bundleOptions(settled[0]!.files.root, settled.map(({ widget }) => widget)),
    external: [...WIDGET_SPECIFIERS],
    loader: Object.fromEntries(ASSET_ENDINGS.map((ending) => [ending, "dataurl"])),
  }).catch(() => null);
  if (!result || result.warnings.length > 0) return null;
  const { inputs } = result.metafile;
  const reached = new Map(settled.map((source) => [source, reachableInputs(result.metafile, source.widget)]));
  // A file that is read for none of them is read for reasons that are not known here.
  if (new Set([...reached.values()].flat()).size < Object.keys(inputs).length) return null;
  return await Promise.all(sources.map(async (source) => {
    const paths = reached.get(source);
    if (!paths?.every((path) => isPlainInput(path, inputs[path]!))) return null;
    if (settled.length > 1 && paths.some((path) => path.endsWith(LOCAL_NAMES))) {
      return await compilePlainWidget(source.files, source.widget, now);
    }
    if (!paths.every((path) => isPlainFile(source.files, path, now))) return null;
    return takeOutputs(result, source.widget, paths);
  }));
}

/** Files whose names esbuild makes different from those of all others in the same call. */
const LOCAL_NAMES = ".module.css";

type Input = esbuild.Metafile["inputs"][string];

/** A path of another kind is none of the project's, or of no file at all. */
function isPlainInput(path: string, input: Input): boolean {
  if (/^\.\.|[:<>()]/.test(path) || input.with) return false;
  if (ASSET.test(path) && input.bytes > LIMITS.assetBytes) return false;
  return input.imports.every(isPlainImport);
}

function isPlainImport({ path, kind, external, original }: Input["imports"][number]): boolean {
  if (external) return WIDGET_SPECIFIERS.includes(path) && /^(import-statement|dynamic-import)$/.test(kind);
  // A package has another entry for stylesheets.
  if (kind === "import-rule" && isPackageFile(`/${path}`)) return false;
  return original !== undefined && !isRefused(original);
}

/** The project's own files are read here for the build record; nobody has changed them since esbuild read them. */
function isPlainFile(files: SourceFiles, input: string, now: number): boolean {
  const path = join(files.root, input);
  const isOwn = files.owns(path);
  if (isOwn && !isSettled(path, now)) return false;
  if (!isOwn && !path.endsWith(".css")) return true;
  const contents = files.readNow(path);
  if (!path.endsWith(".css")) return true;
  const source = new TextDecoder().decode(contents);
  return findStylesheetFaults(source).length === 0 && !(isOwn && findTailwind(source) !== null);
}

function isSettled(path: string, now: number): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  return info !== undefined && Math.max(info.mtimeMs, info.ctimeMs) < now - SETTLED_MILLISECONDS;
}
