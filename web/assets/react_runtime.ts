import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SHARED_SPECIFIERS } from "../../core/contract/mod.ts";

const require = createRequire(import.meta.url);

/** The production build of each module of React that is shared, relative to its package. */
const PRODUCTION_BUILDS: { readonly [specifier: string]: string } = {
  "react": "cjs/react.production.js",
  "react/jsx-runtime": "cjs/react-jsx-runtime.production.js",
  "react-dom": "cjs/react-dom.production.js",
  "react-dom/client": "cjs/react-dom-client.production.js",
};

/**
 * The source of the one module that serves every shared specifier of React. React is CommonJS, and `export *` of a
 * CommonJS module gives no names: each name is written out. The default export holds the names of all of them, since
 * one module has one default and `import React` and `import ReactDOM` both mean this one.
 */
export function reactRuntimeSource(): string {
  const specifiers = SHARED_SPECIFIERS.filter(({ asset }) => asset === "react-runtime.mjs").map((shared) =>
    shared.specifier
  );
  const imports = specifiers.map((specifier, index) =>
    `import module${index} from ${JSON.stringify(specifier)};`
  );
  const modules = specifiers.map((_, index) => `module${index}`).join(", ");
  const names = new Set(specifiers.flatMap(exportedNames));
  return [
    ...imports,
    `const runtime = Object.assign({}, ${modules});`,
    `export default runtime;`,
    `export const { ${[...names].sort().join(", ")} } = runtime;`,
  ].join("\n");
}

/**
 * The names that a module of React exports in production: its development build has some more, which a page must not
 * rely on.
 *
 * @param specifier a shared specifier that `react-runtime.mjs` serves
 */
export function exportedNames(specifier: string): string[] {
  const packageName = specifier.split("/")[0]!;
  const build = PRODUCTION_BUILDS[specifier];
  if (build === undefined) {
    throw new Error(`Cannot list the exports of "${specifier}": its production build is not known`);
  }
  return Object.keys(require(join(dirname(require.resolve(packageName)), build)));
}
