import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { normalizePath } from "vite";
import { SHARED_SPECIFIERS, type SharedSpecifier } from "../../../core/contract/mod.ts";

/** The files behind `@tck/kit` and its subpaths, by specifier. */
export interface KitModules {
  readonly [specifier: string]: string;
}

/** The sources of the kit in this repository, so that schemas, hooks and actions are those of the checkout; null elsewhere. */
export function findKitSources(): KitModules | null {
  const sources = kitModules(({ asset }) => {
    return fileURLToPath(new URL(`../../../web/${asset.replace(/\.mjs$/, "")}/mod.ts`, import.meta.url));
  });
  return Object.values(sources).every((path) => existsSync(path)) ? sources : null;
}

/** The kit that is installed beside the preview. */
export function findInstalledKit(): KitModules {
  return kitModules(({ specifier }) => normalizePath(fileURLToPath(import.meta.resolve(specifier))));
}

/** The specifiers of the kit. */
export const KIT_SPECIFIERS: readonly string[] = SHARED_SPECIFIERS.map(({ specifier }) => specifier)
  .filter((specifier) => specifier.startsWith("@tck/kit"));

function kitModules(find: (shared: SharedSpecifier) => string): KitModules {
  const kit = SHARED_SPECIFIERS.filter(({ specifier }) => KIT_SPECIFIERS.includes(specifier));
  return Object.fromEntries(kit.map((shared) => [shared.specifier, find(shared)]));
}
