import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { type Browser, chromium } from "playwright-core";
import { loadConfigFile } from "../../../preview/server/model/config/load_config_file.ts";
import { openPreviewModel } from "../../../preview/server/model/mod.ts";
import { openPlainFolder } from "../../../preview/server/model/plain_folder.ts";
import { SnapshotFonts } from "../../../preview/server/snapshot/fonts/snapshot_fonts.ts";
import { PictureBrowser } from "../../../preview/server/snapshot/camera/picture_browser.ts";
import { Project } from "../session/project.ts";
import { inDeepTemporaryFolder } from "../../terminal/files/deep_temporary_folder.ts";

Deno.test("fonts and links that cannot be written leave no folder", async () => {
  const fonts = await SnapshotFonts.find(import.meta.dirname!);
  const tooLong = { code: "ENAMETOOLONG" };
  assert.deepEqual(
    await inDeepTemporaryFolder("tck-fonts-123456".length, () => assert.rejects(fonts!.open(), tooLong)),
    [],
  );
  assert.deepEqual(
    await inDeepTemporaryFolder(
      "tck-preview-123456".length,
      () => assert.rejects(openPlainFolder("/a#b"), tooLong),
    ),
    [],
  );
});

Deno.test("the fonts of a browser are deleted with it, and when it does not start", async () => {
  await using project = await Project.create();
  const former = { TMPDIR: Deno.env.get("TMPDIR"), TCK_CHROMIUM: Deno.env.get("TCK_CHROMIUM") };
  const fonts = await SnapshotFonts.find(project.path);
  // Playwright leaves folders of its own.
  const listFonts = async () => (await readdir(project.path)).filter((name) => name.startsWith("tck-fonts-"));
  Deno.env.set("TMPDIR", project.path);
  Deno.env.set("TCK_CHROMIUM", join(project.path, "none"));
  try {
    await assert.rejects(PictureBrowser.open(fonts), { code: "browser.missing" });
    assert.deepEqual(await listFonts(), []);
    const { launch } = chromium;
    let ends = 0;
    chromium.launch = () =>
      Promise.resolve({
        newContext: () => Promise.reject(new Error("no context")),
        close: () => Promise.resolve(void ends++),
      } as unknown as Browser);
    await assert.rejects(PictureBrowser.open(fonts), /no context/).finally(() => chromium.launch = launch);
    assert.deepEqual([ends, await listFonts()], [1, []], "a browser that has started and cannot draw");
    const folder = await fonts!.open();
    assert.equal((await listFonts()).length, 1);
    const browser = { close: () => Promise.resolve() };
    const opened = Reflect.construct(PictureBrowser, [browser, null, folder, null]) as PictureBrowser;
    await opened.close();
    assert.deepEqual(await listFonts(), []);
  } finally {
    for (const [name, value] of Object.entries(former)) {
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
  }
});

Deno.test("a configuration leaves no folder, whether its code throws or not", async () => {
  await using project = await Project.create({
    "good.ts": "export default { scan: [] };",
    "bad.ts": "throw new Error('no');",
    "#1/.keep": "",
    "temporary/.keep": "",
  });
  const former = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", join(project.path, "temporary"));
  try {
    const { value } = await loadConfigFile(join(project.path, "good.ts"));
    assert.deepEqual(value, { scan: [] });
    await assert.rejects(loadConfigFile(join(project.path, "bad.ts")), { code: "config.failed" });
    assert.deepEqual(await readdir(join(project.path, "temporary")), [".keep"]);
    const model = openPreviewModel({ projectDirectory: join(project.path, "#1"), configFile: "../bad.ts" });
    await assert.rejects(model, { code: "config.failed" });
    assert.deepEqual(await readdir(join(project.path, "temporary")), [".keep"], "a link to the project");
  } finally {
    if (former === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", former);
    await esbuild.stop();
  }
});
