import { stat } from "node:fs/promises";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { LIMITS } from "../../core/contract/mod.ts";
import { ASSET, ASSET_ENDINGS } from "./assets.ts";
import { bundleOptions, isRefused, WIDGET_SPECIFIERS } from "./bundle_options.ts";
import { type CompiledWidget, takeOutputs } from "./compiled_widget.ts";
import type { WidgetSource } from "./project.ts";
import { isPackageFile, type SourceFiles } from "./source_files.ts";
import { findStylesheetFaults } from "./stylesheets.ts";
import { findTailwind } from "./tailwind_refusals.ts";

/** A file that was not written within so many milliseconds is the same for all who read it now. */
const SETTLED_MILLISECONDS = 2_000;

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
  if (!await isSettled(join(files.root, widget.file), now)) return null;
  const result = await esbuild.build({
    ...bundleOptions(files, widget),
    external: [...WIDGET_SPECIFIERS],
    loader: Object.fromEntries(ASSET_ENDINGS.map((ending) => [ending, "dataurl"])),
  }).catch(() => null);
  if (!result || result.warnings.length > 0) return null;
  const inputs = Object.entries(result.metafile.inputs);
  if (!inputs.every(([path, input]) => isPlainInput(path, input))) return null;
  const arePlain = await Promise.all(inputs.map(([path]) => isPlainFile(files, path, now)));
  return arePlain.every(Boolean) ? takeOutputs(result) : null;
}

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
async function isPlainFile(files: SourceFiles, input: string, now: number): Promise<boolean> {
  const path = join(files.root, input);
  const isOwn = files.owns(path);
  if (isOwn && !await isSettled(path, now)) return false;
  if (!isOwn && !path.endsWith(".css")) return true;
  const contents = await files.read(path);
  if (!path.endsWith(".css")) return true;
  const source = new TextDecoder().decode(contents);
  return findStylesheetFaults(source).length === 0 && !(isOwn && findTailwind(source) !== null);
}

async function isSettled(path: string, now: number): Promise<boolean> {
  const info = await stat(path).catch(() => null);
  return info !== null && Math.max(info.mtimeMs, info.ctimeMs) < now - SETTLED_MILLISECONDS;
}
