/**
 * Makes a widget's source fit for the browser. It runs in a child process: what a stranger's source does to esbuild,
 * lightningcss or Tailwind, it does there.
 *
 * @module
 */
export { compileStylesheet } from "./compile_stylesheet.ts";
export { compileWidget } from "./compile_widget.ts";
export type { CompiledWidget } from "./compiled_widget.ts";
