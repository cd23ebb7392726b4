import assert from "node:assert/strict";
import { findPlaces } from "../../../preview/server/model/config/config_places.ts";

const SOURCE = `import { defineConfig } from "@tck/preview";

const context = {
  locale: "de",
  "timeZone": "Mars",
};

const feeds = [
  { glob: "a" },
  {
    glob: "b",
    context,
  },
];

const config = defineConfig({
  canvas: { feeds },
  ...other,
});
export default config;
`;

Deno.test("the line of a value is found, through the names of constants", () => {
  const find = findPlaces("/p/tck.preview.config.mjs", SOURCE);
  const line = (...path: (string | number)[]) => find(path).line;
  assert.equal(line("canvas", "feeds", 0, "glob"), 9);
  assert.equal(line("canvas", "feeds", 1, "glob"), 11);
  assert.equal(line("canvas", "feeds", 1, "context", "timeZone"), 5);
  assert.equal(find([]).file, "/p/tck.preview.config.mjs");
});

Deno.test("a value that is not written in the source has the line of what is around it", () => {
  const find = findPlaces("/p/c.mjs", SOURCE);
  assert.equal(find(["canvas", "feeds", 1, "notes"]).line, 10);
  assert.equal(find(["canvas", "grids"]).line, 17);
  assert.equal(find(["scan", "bundled"]).line, 20);
  assert.equal(findPlaces("/p/c.mjs", "export const a = 1;")(["scan"]).line, null);
});

Deno.test("a source that cannot be parsed, and names that refer to each other, have no line or end", () => {
  assert.equal(findPlaces("/p/c.ts", "const a: string = 1; export default { a };")(["a"]).line, null);
  const circular = "const a = b; const b = a; export default { scan: a };";
  assert.equal(findPlaces("/p/c.mjs", circular)(["scan", "bundled"]).line, 1);
});
