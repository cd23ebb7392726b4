/**
 * For Deno and Node: builds the project of its first argument, where compiling and evaluating a widget may each take as many
 * milliseconds as its second one, and prints the report.
 *
 * @module
 */
import { argv, stdout } from "node:process";
import { buildProject, defaultIsolation } from "../../web/bundler/mod.ts";

const deadline = Number(argv[3]);
const report = await buildProject(argv[2]!, {
  isolation: defaultIsolation(deadline),
  compileDeadline: deadline,
});
stdout.write(JSON.stringify(report));
