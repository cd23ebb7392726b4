/** The commands of the bundler: `tck build` and `tck check` for authors, `deno task build` in this project. */
export { createBuildCommand } from "./commands.ts";
