import assert from "node:assert/strict";
import type { EnvironmentModuleNode } from "vite";
import type { PreviewModel } from "../../../preview/server/model/mod.ts";
import { reportSourceEdits } from "../../../preview/server/vite/live/source_edits.ts";

/** Modules by their names, each imported by those that are named. */
function makeModules(importers: { [name: string]: readonly string[] }) {
  const modules = new Map(Object.keys(importers).map((name) => [name, { file: `/p/${name}` } as object]));
  for (const [name, names] of Object.entries(importers)) {
    Object.assign(modules.get(name)!, { importers: new Set(names.map((one) => modules.get(one)!)) });
  }
  return (name: string) => modules.get(name) as EnvironmentModuleNode;
}

for (
  const [what, importers, files] of [
    ["a part, and the widget that imports it", { part: ["widget"], widget: [] }, ["part", "widget"]],
    [
      "a file that two others import for one",
      { part: ["a", "b"], a: ["widget"], b: ["widget"], widget: [] },
      [
        ...["a", "b", "part", "widget"],
      ],
    ],
    ["two files that import each other", { part: ["widget"], widget: ["part"] }, ["part", "widget"]],
  ] as [string, { [name: string]: string[] }, string[]][]
) {
  Deno.test(`an edit reports ${what}`, () => {
    const reported: unknown[] = [];
    const model = {
      sourceDirectory: "/p",
      widgets: [],
      sourceEdited: (file: string, all: Set<string>) => reported.push(file, [...all].sort()),
    } as unknown as PreviewModel;
    const { hotUpdate } = reportSourceEdits(model) as {
      hotUpdate: { handler(this: unknown, update: unknown): void };
    };
    const environment = { name: "client" };
    const update = { file: "/p/part", type: "update", modules: [makeModules(importers)("part")] };
    hotUpdate.handler.call({ environment }, update);
    assert.deepEqual(reported, ["/p/part", files.map((name) => `/p/${name}`)]);
  });
}
