/**
 * Programs that tests need and that come as npm packages: Node 24.14.1, workerd, a Chromium, a PostgreSQL, a registry with
 * pnpm, TypeScript, and what judges packages. They are more than half a gigabyte, and whatever stands in the project's own
 * lock file is installed before any `deno task` runs. So programs that ask for them run in processes of their own, with
 * the lock files of this folder and Deno's global cache, which takes them in when the first test asks.
 *
 * @module
 */
export * from "./folders.ts";
export * from "./node.ts";
export * from "./package_checks.ts";
export * from "./program.ts";
export * from "./registry.ts";
export * from "./zip_packages.ts";
