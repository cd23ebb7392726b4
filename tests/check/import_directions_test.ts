import assert from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findForbiddenDirections } from "./import_directions.ts";
import { parseImports, readImports } from "./imports.ts";
import { listRooms, PREVIEW_ROOMS } from "./preview_rooms.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

Deno.test("the imports of the project follow the rules", async () => {
  assert.deepEqual(findForbiddenDirections(await readImports(ROOT)), []);
});

Deno.test("the check fails on a copy of the tree in which the core imports a host", async () => {
  const copy = await mkdtemp(join(tmpdir(), "tck-imports-"));
  try {
    await cp(join(ROOT, "core"), join(copy, "core"), { recursive: true });
    await cp(join(ROOT, "mod.ts"), join(copy, "mod.ts"));
    assert.deepEqual(findForbiddenDirections(await readImports(copy)), []);
    await writeFile(
      join(copy, "core/naming/intruder.ts"),
      'export { serve } from "../../hosts/server/serve.ts";\n',
    );
    const [found, ...rest] = findForbiddenDirections(await readImports(copy));
    assert.deepEqual([found?.file, found?.specifier, rest], [
      "core/naming/intruder.ts",
      "../../hosts/server/serve.ts",
      [],
    ]);
  } finally {
    await rm(copy, { recursive: true });
  }
});

const FORBIDDEN: readonly (readonly [file: string, source: string])[] = [
  ["core/a/b.ts", 'import fs from "node:fs";'],
  ["core/a/b.ts", 'import { Hono } from "hono";'],
  ["core/a/b.ts", 'const kit = await import("../../web/tck/mod.ts");'],
  ["web/tck/mod.ts", 'import { DailyHost } from "@tck/kit/host";'],
  ["web/tck-host/host.ts", 'import { WidgetMount } from "@tck/kit/host-mount";'],
  ["web/tck-host-mount/a.ts", 'import "../canvas/feed.tsx";'],
  ["web/bundler/a.ts", 'import { openDatabase } from "../../hosts/postgres/mod.ts";'],
  ["hosts/commit/a.ts", 'import { buildProject } from "../../web/bundler/mod.ts";'],
  ["hosts/routes/web/pages.ts", 'import { createImportMap } from "../../web/assets/import_map/mod.ts";'],
  ["hosts/cli/a.ts", 'import { build } from "../../fixtures/tckb/generate.ts";'],
  ["hosts/cli/a.ts", 'export * from "../../tests/run.ts";'],
  ["hosts/objects/a.ts", 'import x from "npm:left-pad@1.0.0";'],
  ["preview/shell/a.ts", 'import "../server/store.ts";'],
  ["preview/shell/panels/a.ts", 'import "../stage/stage.tsx";'],
  ["preview/shell/panels/a.ts", 'import "../shell.tsx";'],
  ["preview/shell/state/a.ts", 'import "../shell_context.ts";'],
  ["preview/shell/canvas/a.ts", 'import "../stage/stage.tsx";'],
  ["preview/server/model/a.ts", 'import "../vite/dev_server.ts";'],
  ["preview/server/model/a.ts", 'import "../problem.ts";'],
  ["preview/server/routes/a.ts", 'import "../start.ts";'],
  ["preview/server/snapshot/a.ts", 'import "../mcp/tool.ts";'],
];

for (const [file, source] of FORBIDDEN) {
  Deno.test(`${file} must not contain: ${source}`, () => {
    assert.equal(findForbiddenDirections(parseImports(file, source)).length, 1);
  });
}

Deno.test("a list of rooms in which one imports a later one is not accepted", () => {
  const rooms = [["state/", []], ["card/", ["stage/"]], ["stage/", ["card/"]]] as const;
  assert.throws(
    () => listRooms("preview/shell/", [], rooms),
    /^Error: Room preview\/shell\/card\/ imports stage\/, which stands after it$/,
  );
});

Deno.test("a folder of the preview is a room with rules", async () => {
  const files = (await readImports(ROOT)).map(({ file }) => file);
  const isIn = (room: string) => files.some((file) => file.startsWith(room));
  assert.deepEqual(PREVIEW_ROOMS.map(({ path }) => path).filter((path) => !isIn(path)), []);
  const folders = files.flatMap((file) => /^preview\/(?:shell|server)\/[^/]+\//.exec(file)?.[0] ?? []);
  const rooms = PREVIEW_ROOMS.map(({ path }) => path);
  assert.deepEqual([...new Set(folders)].filter((folder) => !rooms.includes(folder)), []);
});

Deno.test("an import inside a comment is ignored", () => {
  assert.deepEqual(
    parseImports("core/a.ts", '/* import "node:fs" */\n// from "hono"\nexport const a = 1;'),
    [],
  );
});
