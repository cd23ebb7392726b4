import assert from "node:assert/strict";
import { findUnknownNames } from "../../../web/bundler/check/imported_names.ts";
import { ModuleTree } from "../../../web/bundler/check/module_tree.ts";
import { widgetSource } from "../../../web/bundler/discover/mod.ts";

const MAP = JSON.stringify({ version: 3, sources: [], names: [], mappings: "" });

function unknownNames(module: string): string[] {
  const tree = new ModuleTree({ source: widgetSource("/project", "001_hello"), module, map: MAP });
  return findUnknownNames(tree).map(({ code, message }) => `${code} ${message}`);
}

Deno.test("a name that a shared module does not have is found in every form of import and export", () => {
  const unknown = (name: string, specifier = "react") =>
    `import.unknown_name "${specifier}" exports no "${name}"`;
  for (
    const [module, expected] of [
      [`import { nope as useState } from "react";`, [unknown("nope")]],
      [`export { nope as useState } from "react";`, [unknown("nope")]],
      [`export { "no-pe" as useState } from "react";`, [unknown("no-pe")]],
      [`import kit from "@tck/kit";`, [unknown("default", "@tck/kit")]],
      [`export { default } from "@tck/kit";`, [unknown("default", "@tck/kit")]],
      [`export { useState as nope, useMemo } from "react";`, []],
      [`import React, * as all from "react"; import { useState as nope } from "react";`, []],
      [`export * from "react"; export * as nope from "react";`, []],
      [`import { nope } from "elsewhere"; const nope2 = 1; export { nope2 };`, []],
    ] as const
  ) {
    assert.deepEqual(unknownNames(module), expected, module);
  }
});
