import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SHARED_SPECIFIERS } from "../../core/contract/mod.ts";

const require = createRequire(import.meta.url);

/** Relative to this folder, in which the source is compiled. */
const CARD_ELEMENTS = "../card-elements/mod.ts";

/**
 * The source of the module that serves every shared specifier of React. React is CommonJS, and `export *` of a CommonJS
 * module exports no names: each name is written out. The default export holds the names of all of them, because a module
 * has one default export and both `import React` and `import ReactDOM` refer to this module. What would add to the head of
 * the page is replaced.
 */
export function reactRuntimeSource(): string {
  const specifiers = SHARED_SPECIFIERS.map(({ specifier }) => specifier).filter(isOfReact);
  const imports = specifiers.map((specifier, index) => `import module${index} from "${specifier}";`);
  const modules = specifiers.map((_, index) => `module${index}`).join(", ");
  const names = new Set(specifiers.flatMap(exportedNames));
  return [
    ...imports,
    `import { keepElementsInCard } from ${JSON.stringify(CARD_ELEMENTS)};`,
    `const react = Object.assign({}, ${modules});`,
    `const runtime = Object.assign({}, react, keepElementsInCard(react));`,
    `export default runtime;`,
    `export const { ${[...names].sort().join(", ")} } = runtime;`,
  ].join("\n");
}

/** Whether `react-runtime.mjs` serves a shared specifier. */
export function isOfReact(name: string): boolean {
  return SHARED_SPECIFIERS.some(({ specifier, asset }) =>
    specifier === name && asset === "react-runtime.mjs"
  );
}

/**
 * The names that a module of React exports in production. The development build exports more, on which a page must not
 * rely.
 *
 * @param specifier a shared specifier that `react-runtime.mjs` serves
 */
export function exportedNames(specifier: string): string[] {
  const [packageName = specifier] = specifier.split("/");
  const build = `cjs/${specifier.replaceAll("/", "-")}.production.js`;
  return Object.keys(require(join(dirname(require.resolve(packageName)), build)));
}
