/**
 * Programs that tests need and that come as npm packages: Node 24.14.1, workerd with wrangler, a Chromium, fonts, a PostgreSQL, a
 * registry with pnpm, TypeScript, TypeDoc, linters for packages, and an OpenID Connect provider. They are more than half a gigabyte, and packages in the project's own lock
 * file are installed before any `deno task` runs. So programs that import them run in their own processes, with the lock
 * files of this folder and Deno's global cache, and the packages are installed when a test needs them.
 *
 * @module
 */
export * from "./folders.ts";
export * from "./identity_provider.ts";
export * from "./lighthouse.ts";
export * from "./mcp_conformance.ts";
export * from "./node.ts";
export * from "./package_checks.ts";
export * from "./program.ts";
export * from "./regex_attacks.ts";
export * from "./registry.ts";
export * from "./typedoc.ts";
export * from "./typescript.ts";
export * from "./bill_checks.ts";
export * from "./wrangler.ts";
export * from "./zip_packages.ts";
