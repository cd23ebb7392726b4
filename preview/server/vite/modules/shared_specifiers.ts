import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SHARED_SPECIFIERS, type SharedSpecifier } from "../../../../core/contract/mod.ts";
import { toSlashes } from "../../model/mod.ts";

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

/** The charts: a part of the kit that is not shared, but bundled into each widget. */
const CHARTS = "@tck/kit/charts";

export const KIT_SPECIFIERS: readonly string[] = [...KIT.map(({ specifier }) => specifier), CHARTS];

/** The kit's sources in this repository; null elsewhere. */
export function findKitSources(): KitModules | null {
  const folders = new Map(KIT.map(({ specifier, asset }) => [specifier, asset.replace(/\.mjs$/, "")]));
  const sources = mapKit((specifier) => {
    const folder = folders.get(specifier) ?? "tck/charts";
    return fileURLToPath(new URL(`../../../../web/${folder}/mod.ts`, import.meta.url));
  });
  return Object.values(sources).every((path) => existsSync(path)) ? sources : null;
}

export function findInstalledKit(): KitModules {
  return mapKit((specifier) => toSlashes(fileURLToPath(import.meta.resolve(specifier))));
}

function mapKit(find: (specifier: string) => string): KitModules {
  return Object.fromEntries(KIT_SPECIFIERS.map((specifier) => [specifier, find(specifier)]));
}
