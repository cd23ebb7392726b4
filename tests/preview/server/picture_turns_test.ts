import assert from "node:assert/strict";
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";
import { chromiumVariables } from "../snapshot/chromium_variables.ts";
import { startPreviewProcess } from "./preview_process.ts";

const CARD = {
  kind: "bundle",
  theme: "light",
  size: null,
  width: null,
  state: null,
  stateData: null,
  locale: null,
};
const PNG = [0x89, 0x50, 0x4e, 0x47];

// claim: preview-pictures-in-turn
Deno.test("of pictures that pages ask for at the same time, one browser runs at a time", async () => {
  await using project = await Project.create({
    "dist/001_a.tckb": await makeBundle("a"),
    "node_modules/.keep": "",
  });
  const { TCK_CHROMIUM, ...env } = await chromiumVariables();
  const [program, log, last, broken] = ["chromium", "log", "last", "broken"]
    .map((name) => join(project.path, name)) as [string, string, string, string];
  // It keeps its process, whose end is the browser's.
  await writeFile(
    program,
    `#!/bin/sh
if [ -e "${broken}" ]; then exit 1; fi
if [ -e "${last}" ] && kill -0 "$(cat "${last}")" 2>/dev/null; then echo overlap >> "${log}"; fi
echo $$ > "${last}"
echo start >> "${log}"
exec "${TCK_CHROMIUM}" "$@"
`,
  );
  await chmod(program, 0o755);
  await using preview = await startPreviewProcess(["--cwd", project.path], null, {
    ...env,
    TCK_CHROMIUM: program,
  });
  const { origin } = new URL(preview.url);
  const { bundles: [bundle] } = await (await fetch(`${origin}/__tck/bundles`)).json();
  const take = async () => {
    const response = await fetch(`${origin}/__tck/picture`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...CARD, id: bundle.id }),
    });
    return [response.status, ...new Uint8Array(await response.arrayBuffer()).subarray(0, 4)];
  };
  const answers = await Promise.all([take(), take()]);
  assert.deepEqual(answers, Array(2).fill([200, ...PNG]));
  assert.deepEqual((await readFile(log, "utf8")).trim().split("\n"), ["start", "start"]);

  await writeFile(broken, "");
  const [status] = await take();
  assert.ok(status! >= 500, `${status}`);
  await rm(broken);
  assert.deepEqual(await take(), [200, ...PNG], "a picture after one that could not be taken");
});
