/**
 * The dev server, Vite, as the preview sets it up.
 *
 * @module
 */
export * from "./bundle_modules.ts";
export * from "./vite_server.ts";
