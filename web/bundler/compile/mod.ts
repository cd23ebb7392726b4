/**
 * Compiles a widget's source for the browser. It runs in a child process, so that a source that crashes esbuild,
 * lightningcss or Tailwind ends only that process.
 */
export { type CompiledStylesheet, compileStylesheet } from "./compile_stylesheet.ts";
export { compileWidget } from "./compile_widget.ts";
export type { CompiledWidget } from "./compiled_widget.ts";
