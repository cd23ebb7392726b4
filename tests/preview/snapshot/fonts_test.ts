import assert from "node:assert/strict";
import { cp, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findFontFolders } from "../../packages/mod.ts";
import { Project } from "../session/project.ts";
import { runSnapshotHere } from "./command_here.ts";
import {
  describeMachine,
  OWN_FONTS,
  type Taken,
  takeTexts,
  TEXTS,
  textWidget,
  withFolder,
} from "./texts_project.ts";

Deno.test("pictures have the same fonts on every machine, and a script without one is reported with the package that has it, until the project adds it", async (t) => {
  await using project = await Project.create({
    "widgets/001_texts/widget.tck.tsx": textWidget([...TEXTS, "東京へ", "ไทย", "🎉", "𐎀"], "ja"),
    "package.json": "{}",
    "node_modules/.keep": "",
  });
  let machine: { [name: string]: string } = {};
  const take = (...flags: readonly string[]) =>
    takeTexts(project, (args) => runSnapshotHere(args, machine), ...flags);
  await withFolder(async (folder) => {
    machine = await describeMachine(folder, [], "C");
    const bare = await take();
    machine = await describeMachine(folder, await findFontFolders(), "ja_JP.UTF-8");
    const other = await take("--force");
    assert.doesNotMatch(other.stderr, /have not changed/, "with --force, all are taken again");

    await t.step("a machine with other fonts takes the same pictures as one without any", () => {
      assert.deepEqual([...bare.pictures.keys()], [
        "001_texts.fill-auto-320.light.default.png",
        "001_texts.sheet.png",
      ]);
      assert.deepEqual([other.pictures, other.stdout], [bare.pictures, bare.stdout]);
      const { camera } = bare.report;
      assert.deepEqual(camera, other.report.camera);
      assert.deepEqual([camera!.browser, camera!.fonts], ["chromium", OWN_FONTS]);
      assert.match(camera!.version, /^\d+\.\d+\.\d+\.\d+$/);
    });

    const messages = (taken: Taken) =>
      taken.report.renderings[0]!.findings.map(
        ({ rule, severity, message, element }) => `${rule} ${severity} ${element!.text}: ${message}`,
      );
    const missing = (characters: string, fonts: string) =>
      `glyph.missing warning ${characters}: No font has “${characters}”: the picture shows boxes; add ${fonts} to the project`;
    const others = [
      missing("ไทย", "the package @expo-google-fonts/noto-sans-thai"),
      missing("🎉", "the package @expo-google-fonts/noto-color-emoji"),
      missing("𐎀", "a package of @expo-google-fonts that has them"),
    ];
    assert.deepEqual(messages(bare), [
      missing("東京へ", "the package @expo-google-fonts/noto-sans-jp"),
      ...others,
    ]);
    assert.equal(bare.code, 0);

    const gothic = (await findFontFolders()).find((folder) => folder.includes("sawarabi-gothic"))!;
    const name = "@expo-google-fonts/sawarabi-gothic";
    const installed = join(project.path, "node_modules", name);
    await cp(dirname(gothic), installed, { recursive: true });
    assert.deepEqual((await take()).pictures, bare.pictures, "the project does not depend on it");

    await project.write("package.json", JSON.stringify({ devDependencies: { [name]: "*" } }));
    const added = await take();
    assert.deepEqual(messages(added), others);
    const { version } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
    assert.deepEqual(added.report.camera!.fonts, [...OWN_FONTS, `${name} ${version}`]);
    const kept = await take();
    assert.deepEqual([kept.pictures, kept.report], [added.pictures, added.report]);
    assert.match(kept.stderr, /1 of 1 pictures have not changed/);
  });
});
