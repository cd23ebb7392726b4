// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The rules on imports, as one step of `deno task check`: directions between folders, the faces of folders,
 * and no circles, in the tests either.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { findImportCircles } from "./import_circles.ts";
import { findForbiddenDirections } from "./import_directions.ts";
import { findImportsPastFaces } from "./import_faces.ts";
import { isProduction, readImports } from "./imports.ts";

const imports = await readImports(fileURLToPath(new URL("../..", import.meta.url)));
const files = new Set(imports.flatMap(({ file, target }) => target === null ? [file] : [file, target]));
const produced = imports.filter(({ file }) => isProduction(file));
const forbidden = [...findForbiddenDirections(produced), ...findImportsPastFaces(produced, files)];
const circles = findImportCircles(imports);

for (const { file, specifier, rule } of forbidden) {
  console.error(`${file} imports ${JSON.stringify(specifier)}: ${rule}`);
}
for (const circle of circles) console.error(`Import circle: ${[...circle, circle[0]].join(" → ")}`);
if (forbidden.length + circles.length > 0) Deno.exit(1);
