/** The version of the project and of all its packages. Written from `deno.json` by `deno task version`. */
export const VERSION = "0.2.0";
