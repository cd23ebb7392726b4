import assert from "node:assert/strict";
import { assertRejected, openSession } from "./opened_session.ts";
import { openPreviewSession } from "./preview_session.ts";
import { Project } from "./project.ts";
import type { RegisterTest } from "./served_preview.ts";

/** The configuration's file: found and loaded (preview specification, §2). */
export function testConfigFile(test: RegisterTest): void {
  test("a configuration is found in each of its four forms", async () => {
    for (const extension of ["ts", "mts", "js", "mjs"]) {
      const code = `import { defineConfig } from "@tck/preview";
      export default defineConfig({ scan: { bundled: [{ glob: "more/*.tckb", label: ${
        JSON.stringify(extension)
      } }] } });`;
      await using project = await Project.create({ [`tck.preview.config.${extension}`]: code });
      await using opened = await openSession(project);
      assert.equal(opened.session.config.file, `${project.path}/tck.preview.config.${extension}`);
      assert.equal(opened.session.config.scanned[0]!.source, extension);
    }
  });

  test("a configuration whose name has a hyphen is not read, and a warning says how to rename it", async () => {
    await using project = await Project.create({
      "tck-preview.config.ts": `export default { canvas: { feeds: [{ glob: "b/*.tckb" }] } };`,
    });
    await using opened = await openSession(project);
    assert.equal(opened.session.config.file, null);
    assert.deepEqual(opened.reports, [
      'Ignoring "tck-preview.config.ts": the configuration is "tck.preview.config.ts"; rename the file',
    ]);
  });

  test("a configuration can use types, files next to it, packages of its project, and its own path", async () => {
    await using project = await Project.create({
      "tck.preview.config.ts": `import type { PreviewConfig } from "@tck/preview";
      import { basename } from "node:path";
      import { label } from "./config/label.ts";
      import suffix from "some-package";
      const here: string = basename(import.meta.dirname);
      export default { scan: { bundled: [{ glob: "*.tckb", label: label + suffix + here }] } } satisfies PreviewConfig;`,
      "config/label.ts": `export const label: string = import.meta.url.split("/").at(-1) + " ";`,
      "node_modules/some-package/package.json":
        `{ "name": "some-package", "type": "module", "exports": "./index.js" }`,
      "node_modules/some-package/index.js": `export default "of a package in ";`,
    });
    await using opened = await openSession(project);
    const folder = project.path.split("/").at(-1);
    assert.equal(opened.session.config.scanned[0]!.source, `label.ts of a package in ${folder}`);
  });

  test("two configurations are an error with both names, unless one is chosen", async () => {
    await using project = await Project.create({
      "tck.preview.config.ts": "export default {}",
      "tck.preview.config.mjs": "export default {}",
    });
    await assertRejected(
      openSession(project),
      "config.ambiguous",
      /"tck\.preview\.config\.ts" and "tck\.preview\.config\.mjs"; delete one, or choose one with --config/,
    );
    await using opened = await openSession(project, { configFile: "tck.preview.config.mjs" });
    assert.equal(opened.session.config.file, `${project.path}/tck.preview.config.mjs`);
  });

  test("a configuration that is missing, broken or throws is an error that says so", async () => {
    await using project = await Project.create({
      "broken.ts": "export default {",
      "throws.ts": "throw new Error('no such batch')",
      "lost.ts": "import 'not-installed'; export default {}",
      "empty.ts": "",
      "number.ts": "export default 7",
    });
    await assertRejected(
      openSession(project, { configFile: "x.ts" }),
      "config.not_found",
      /^Cannot load configuration "x\.ts": there/,
    );
    await assertRejected(
      openSession(project, { configFile: "broken.ts" }),
      "config.failed",
      /^Cannot load configuration "broken\.ts": .*\(broken\.ts:1\)$/,
    );
    await assertRejected(
      openSession(project, { configFile: "throws.ts" }),
      "config.failed",
      /its code throws: no such batch$/,
    );
    await assertRejected(
      openSession(project, { configFile: "lost.ts" }),
      "config.failed",
      /Could not resolve "not-installed"/,
    );
    await assertRejected(
      openSession(project, { configFile: "empty.ts" }),
      "config.invalid",
      /the default export is undefined, expected an object/,
    );
    await assertRejected(
      openSession(project, { configFile: "number.ts" }),
      "config.invalid",
      /the default export is 7, expected an object/,
    );
    await assertRejected(
      openPreviewSession({ projectDirectory: `${project.path}/nowhere` }),
      "config.not_found",
      /no such folder/,
    );
  });
}
