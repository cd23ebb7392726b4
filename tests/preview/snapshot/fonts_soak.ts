import assert from "node:assert/strict";
import { findChromium, unpackChromium } from "../../browser/chromium.ts";
import { findFontFolders } from "../../packages/mod.ts";
import { Project } from "../session/project.ts";
import { runSnapshot } from "./snapshot_process.ts";
import { describeMachine, type Taken, takeTexts, TEXTS, textWidget, withFolder } from "./texts_project.ts";

for (
  const [title, find] of [
    ["the Chromium of this machine", findChromium],
    ["the Chromium of the npm package", unpackChromium],
  ] as const
) {
  Deno.test(`the command takes the same pictures with ${title} on machines with other fonts and without any`, () =>
    withFolder(async (folder) => {
      const { executablePath, env } = await find();
      const taken: Taken[] = [];
      for (const [fonts, language] of [[[], "C"], [await findFontFolders(), "ja_JP.UTF-8"]] as const) {
        await using project = await Project.create({
          "widgets/001_texts/widget.tck.tsx": textWidget([...TEXTS, "東京", "ไทย"]),
          "node_modules/.keep": "",
        });
        const machine = await describeMachine(folder, fonts, language);
        const variables = { ...env, TCK_CHROMIUM: executablePath, ...machine };
        taken.push(await takeTexts(project, (args) => runSnapshot(args, null, variables)));
      }
      const [bare, other] = taken as [Taken, Taken];
      assert.deepEqual([other.pictures, other.stdout], [bare.pictures, bare.stdout]);
      assert.deepEqual(bare.report.camera, other.report.camera);
    }));
}
