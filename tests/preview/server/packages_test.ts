import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startPreview } from "../../../preview/server/mod.ts";
import { Project } from "../session/project.ts";
import { openStage } from "./stage_page.ts";

const SOURCE = "widgets/001_hello/widget.tck.tsx";

const source = (text: string) =>
  `import { useGreeting } from "greeting";
import "greeting/greeting.css";
import { version } from "react";
import { build } from "several-builds";
export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p className="greeting">{useGreeting() + "${text} " + version + " " + build}</p>; }
`;

Deno.test("packages of the project, CommonJS ones too, are bundled with the shell's own React, and of the files that a bundle has", async () => {
  await using project = await Project.create({
    [SOURCE]: source("!"),
    "node_modules/greeting/package.json": `{ "name": "greeting", "version": "1.0.0", "main": "index.js" }`,
    "node_modules/greeting/index.js":
      `const { useState } = require("react"); exports.useGreeting = () => useState("hello")[0];`,
    "node_modules/greeting/greeting.css": ".greeting { color: rgb(1, 2, 3) }",
    "node_modules/several-builds/package.json": JSON.stringify({
      name: "several-builds",
      version: "1.0.0",
      exports: { development: "./development.js", browser: "./browser.js", default: "./default.js" },
    }),
    ...Object.fromEntries(
      ["development", "browser", "default"].map((
        build,
      ) => [`node_modules/several-builds/${build}.js`, `export const build = "${build}";`]),
    ),
    // With this React, hooks would not find a renderer.
    "node_modules/react/package.json": `{ "name": "react", "version": "0.0.1", "main": "index.js" }`,
    "node_modules/react/index.js": `exports.version = "0.0.1"; exports.useState = () => ["another React"];`,
  });
  const preview = await startPreview({ cwd: project.path, port: 0 });
  await using _ = { [Symbol.asyncDispose]: preview.close };
  await using stage = await openStage(preview.url, "?widget=001_hello");
  const text = stage.page.locator("article[data-widget-id] p");
  assert.match((await text.textContent())!, /^hello! 19\..* browser$/);
  assert.equal(await text.evaluate((element) => getComputedStyle(element).color), "rgb(1, 2, 3)");
  await writeFile(join(project.path, SOURCE), source("?"));
  await text.filter({ hasText: "hello?" }).waitFor();
  assert.equal(stage.loads(), 1, "a package was found too late");
  assert.deepEqual(stage.errors, []);
});
