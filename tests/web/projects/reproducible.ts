import assert from "node:assert/strict";
import { findNode } from "../../packages/mod.ts";
import { BundlerPackage } from "../../runtimes/bundler_package.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";
import { copySampleProject, type SampleProject } from "./sample_projects.ts";

/** After how many milliseconds a widget fails: more than any of them needs on a busy machine. */
const TIMEOUT_MS = "60000";

/** Defines the test that builds sample projects on Deno and on Node, in different folders. */
export function testReproducible(projects: readonly SampleProject[]): void {
  Deno.test(`the widgets of ${projects.join(", ")}, with all packages that they use, have the same bytes on Deno and on Node and in any folder`, async (t) => {
    await using bundler = await BundlerPackage.create();
    const node = await findNode();
    for (const name of projects) {
      await t.step(name, async () => {
        await using onDeno = await copySampleProject(name);
        await using onNode = await copySampleProject(name);
        const { widgets, diagnostics, warnings } = await onDeno.build();
        assert.deepEqual([diagnostics, warnings], [[], []]);
        const report = printedBy(await runProcess(node, [bundler.program, onNode.path, TIMEOUT_MS]));
        assert.deepEqual(JSON.parse(report).widgets, widgets);
        for (const { name } of widgets) {
          assert.deepEqual(
            await onNode.read(`dist/${name}.tckb`),
            await onDeno.read(`dist/${name}.tckb`),
            name,
          );
        }
      });
    }
  });
}
