/**
 * The commands of the bundler: `tck build` and `tck check` for authors, `deno task build` in this project.
 *
 * @module
 */
export { createBuildCommand } from "./commands.ts";
