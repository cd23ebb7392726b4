import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { previewCommandLine } from "../server/preview_process.ts";
import { Project } from "../session/project.ts";
import { chromiumVariables } from "./chromium_variables.ts";
import { CLEAN_STYLES, CLEAN_WIDGET } from "./widget_sources.ts";

Deno.test("a stopped snapshot leaves no files, and the former one remains", async () => {
  const widgets = Array.from(
    { length: 8 },
    (_, index) => `widgets/${String(index + 1).padStart(3, "0")}_clean`,
  );
  await using project = await Project.create({
    ...Object.fromEntries(widgets.map((folder) => [`${folder}/widget.tck.tsx`, CLEAN_WIDGET])),
    ...Object.fromEntries(widgets.map((folder) => [`${folder}/widget.css`, CLEAN_STYLES])),
    "node_modules/.keep": "",
    ".tck/snapshot/report.json": "{}",
  });
  const [program, ...start] = previewCommandLine(null);
  const changes = Deno.watchFs(join(project.path, ".tck"));
  const child = new Deno.Command(program, {
    args: [...start, "snapshot", "--cwd", project.path],
    cwd: tmpdir(),
    env: await chromiumVariables(),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.output();
  for await (const { paths } of changes) if (paths.some((path) => path.endsWith(".png"))) break;
  child.kill("SIGINT");
  const { code, stderr } = await output;
  assert.deepEqual(
    [code, new TextDecoder().decode(stderr)],
    [1, "error: Cannot finish the snapshot: it was stopped\n"],
  );
  assert.deepEqual((await readdir(join(project.path, ".tck"))).filter((name) => name !== "pictures"), [
    "snapshot",
  ]);
  assert.deepEqual(await readdir(join(project.path, ".tck/snapshot")), ["report.json"]);
});
