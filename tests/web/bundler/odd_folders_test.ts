// budget: 30 s: a build on each runtime in each folder, with Tailwind
import assert from "node:assert/strict";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { buildProject, type BuildReport } from "../../../web/bundler/mod.ts";
import { installPackages } from "./installed_packages.ts";
import { ProjectFolder } from "./project_folder.ts";
import { isolations } from "./unchecked_widget.ts";

/** Names with characters that have a meaning in addresses, patterns, shells and paths of other systems. */
const NAMES = ["#a", "50%", "my%20x", "a?b", "a:b", "a b", "ä&'$(1)", "a\\b", "{a,b}", "[x]", "*", "日本"];

const WIDGET = `import { words } from "./words.ts";
import dot from "./dot.svg";
import { part } from "part";
import "./widget.css";
export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() {
  return <p className="p-[7px]">{words} {part} {dot.slice(0, 9)}</p>;
}
`;

const FILES = {
  "package.json": "{}",
  "widgets/001_hello/widget.tck.tsx": WIDGET,
  "widgets/001_hello/words.ts": 'export const words = "words";',
  "widgets/001_hello/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
  "widgets/001_hello/widget.css":
    '@import "tailwindcss"; @import "./more.css"; p { background-image: url(./dot.svg) }',
  "widgets/001_hello/more.css": "p { color: red }",
  "node_modules/part/package.json": '{ "name": "part", "main": "part.cjs" }',
  "node_modules/part/part.cjs": 'exports.part = "part";',
};

Deno.test("a widget has the same bundle in folders of every name, on Deno and on Node", async () => {
  await using project = await ProjectFolder.create(
    Object.fromEntries(Object.entries(FILES).map(([file, text]) => [`plain/${file}`, text])),
  );
  installPackages(join(project.path, "plain"), ["tailwindcss", "@tailwindcss/oxide"]);
  let folder = "plain";
  const build = async (options: Parameters<typeof buildProject>[1]): Promise<BuildReport> => {
    const report = await buildProject(join(project.path, folder), options);
    assert.deepEqual(report.diagnostics, [], folder);
    return report;
  };
  const [[, deno], [, node]] = await isolations() as [[string, never], [string, never]];
  await build({ isolation: deno });
  const css = new TextDecoder().decode((await project.bundle("001_hello", "plain/dist")).css!);
  assert.match(css, /padding:\s*7px/);
  const expected = await project.read("plain/dist/001_hello.tckb");
  await project.remove("plain/dist");
  for (const name of NAMES) {
    await rename(join(project.path, folder), join(project.path, name));
    folder = name;
    await build({ isolation: deno, checkOnly: true });
    assert.equal(await project.has(`${name}/dist`), false, name);
    for (const isolation of [deno, node]) {
      await build({ isolation });
      assert.deepEqual(await project.read(`${name}/dist/001_hello.tckb`), expected, name);
      await project.remove(`${name}/dist`);
    }
  }
});
