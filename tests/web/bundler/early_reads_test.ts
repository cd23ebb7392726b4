import assert from "node:assert/strict";
import { MANIFEST, ProjectFolder, SOURCE } from "./project_folder.ts";

const FOLDER = "widgets/001_hello";

async function findEarlyReads(files: { [file: string]: string }, body = "String(a)"): Promise<string[]> {
  await using project = await ProjectFolder.create({
    [SOURCE]:
      `import { a } from "./a.ts"; ${MANIFEST} export default function Hello() { return <p>{${body}}</p>; }`,
    ...files,
  });
  const { diagnostics, warnings } = await project.build();
  assert.deepEqual(diagnostics, []);
  return warnings.map(({ code, file, line }) => `${code} ${file}:${line}`);
}

Deno.test("what a file reads of one that imports it, before that has made it, is named with its line", async () => {
  const files = {
    [`${FOLDER}/a.ts`]: `import { b } from "./b.ts";\nexport const a = 1 + b;`,
    [`${FOLDER}/b.ts`]: `import { a } from "./a.ts";\n\nexport const b = 1 + a;`,
  };
  assert.deepEqual(await findEarlyReads(files), [`module.early_read ${FOLDER}/b.ts:3`]);
});

Deno.test("files that import each other and read values in functions, as types or in their order are not named", async () => {
  const files = {
    [`${FOLDER}/a.ts`]: `import { b, type B } from "./b.ts";
      export enum Size { Small = 1 }
      export namespace Sizes { export const least = Size.Small; }
      export const a = (value: B = b()) => value + Sizes.least;
      export class Part { size = a(0); static least = Size.Small; }`,
    [`${FOLDER}/b.ts`]: `import { a, Part } from "./a.ts";
      export type B = number;
      export const b = (): B => typeof a === "function" ? new Part().size : 0;
      export class Whole { part = new Part(); make = () => a(1); }`,
  };
  assert.deepEqual(await findEarlyReads(files, "a()"), []);
});

Deno.test("an installed package whose files do so is not named: its author has to correct it", async () => {
  const files = {
    [`${FOLDER}/a.ts`]: `export { a } from "circle";`,
    "node_modules/circle/package.json":
      '{ "name": "circle", "version": "1.0.0", "type": "module", "exports": "./a.js" }',
    "node_modules/circle/a.js": `import { b } from "./b.js"; export const a = 1 + b;`,
    "node_modules/circle/b.js": `import { a } from "./a.js"; export const b = 1 + a;`,
  };
  assert.deepEqual(await findEarlyReads(files), []);
});
