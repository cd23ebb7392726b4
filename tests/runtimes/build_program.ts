/**
 * For Deno and Node: builds the project that its first argument names, where a widget may take as many milliseconds as its second
 * one says, and prints the report.
 *
 * @module
 */
import { argv, stdout } from "node:process";
import * as esbuild from "esbuild";
import { buildProject, defaultIsolation } from "../../web/bundler/mod.ts";

const report = await buildProject(argv[2]!, { isolation: defaultIsolation(Number(argv[3])) });
await esbuild.stop();
stdout.write(JSON.stringify(report));
