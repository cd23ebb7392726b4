import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { normalizePath } from "vite";
import { SHARED_SPECIFIERS, type SharedSpecifier } from "../../../core/contract/mod.ts";

/** The files of `@tck/kit` and its subpaths, by specifier. */
export interface KitModules {
  readonly [specifier: string]: string;
}

const isReact = ({ asset }: SharedSpecifier) => asset === "react-runtime.mjs";
const KIT = SHARED_SPECIFIERS.filter((shared) => !isReact(shared));

/** The specifiers of React, including that of its development JSX transform. */
export const REACT_SPECIFIERS: readonly string[] = [
  ...SHARED_SPECIFIERS.filter(isReact).map(({ specifier }) => specifier),
  "react/jsx-dev-runtime",
];

/** The specifiers of the kit. */
export const KIT_SPECIFIERS: readonly string[] = KIT.map(({ specifier }) => specifier);

/** The kit's sources in this repository; null elsewhere. */
export function findKitSources(): KitModules | null {
  const sources = mapKit(({ asset }) => {
    return fileURLToPath(new URL(`../../../web/${asset.replace(/\.mjs$/, "")}/mod.ts`, import.meta.url));
  });
  return Object.values(sources).every((path) => existsSync(path)) ? sources : null;
}

/** The kit that is installed with the preview. */
export function findInstalledKit(): KitModules {
  return mapKit(({ specifier }) => normalizePath(fileURLToPath(import.meta.resolve(specifier))));
}

function mapKit(find: (shared: SharedSpecifier) => string): KitModules {
  return Object.fromEntries(KIT.map((shared) => [shared.specifier, find(shared)]));
}
