import assert from "node:assert/strict";
import { runInThisContext } from "node:vm";
import { createModuleFunction, parseModule } from "../../../web/module-function/mod.ts";

/** Evaluates a module as a classic script does, with two modules that it may import. */
async function evaluate(text: string): Promise<{ [name: string]: unknown }> {
  const { code } = createModuleFunction(parseModule(text));
  const run = runInThisContext(`"use strict";(function(){return ${code}})`)();
  const modules: { [specifier: string]: object } = {
    react: { default: "React", useState: "useState", "a-b": 1 },
    kit: { Card: "Card" },
  };
  return await run(modules, (specifier: string) => Promise.resolve(modules[specifier]));
}

for (
  const [what, text, exports] of [
    ["a list of exports", `const a = 1, b = 2; export { a as default, b as "c-d" };`, {
      default: 1,
      "c-d": 2,
    }],
    ["a default value", `export default 40 + 2`, { default: 42 }],
    ["a default value in parentheses", `export default ((40) + (2))`, { default: 42 }],
    ["a class in parentheses", `export default (class { static size = 3 }).size`, { default: 3 }],
    ["comments around it", `export/* default ( */\n// default\ndefault/* ( */(((7)))`, { default: 7 }],
    ["a default arrow function's result", `const f = () => 7;\nexport default f()`, { default: 7 }],
    ["declarations", `export const [a, { b, ...c }] = [1, { b: 2, d: 3 }]; export class E {}; a;`, {
      a: 1,
      b: 2,
      c: { d: 3 },
    }],
    ["imports", `import React, { useState as s, "a-b" as x } from "react"; export { React, s, x };`, {
      React: "React",
      s: "useState",
      x: 1,
    }],
    ["a namespace", `import * as kit from "kit"; export default kit.Card;`, { default: "Card" }],
    ["exports of another module", `export * from "kit"; export { useState as u } from "react";`, {
      Card: "Card",
      u: "useState",
      default: undefined,
    }],
    ["an import that runs later", `export default (await import("kit")).Card;`, { default: "Card" }],
    ["its address", `export default import.meta.url;`, { default: "https://widget.invalid/widget.mjs" }],
    ["no outer this", `export default typeof this;`, { default: "undefined" }],
    ["a comment's mark within an import", `import /*<!--*/ React from "react"; export default React;`, {
      default: "React",
    }],
    ["a hashbang", `#!/usr/bin/env node\nexport default 1;`, { default: 1 }],
    ["what a script takes for a comment", `let x = 1;\nexport default 2<!--x;`, { default: false }],
    ["such a text", "export default [`<!--a`, '<!--b', /<!--c/.source];", {
      default: ["<!--a", "<!--b", "<!--c"],
    }],
  ] as const
) {
  Deno.test(`a module with ${what} has the same exports as a function`, async () => {
    const found = await evaluate(text);
    for (const [name, value] of Object.entries(exports)) {
      assert.deepEqual(JSON.stringify(found[name]), JSON.stringify(value), name);
    }
  });
}

Deno.test("a function or class that is exported by default keeps its name, is hoisted, and needs no semicolon", async () => {
  const named = await evaluate(
    "const used = f();\nexport default function f() { return 1 }\nexport { used };",
  );
  assert.deepEqual([named.used, (named.default as () => number)()], [1, 1]);
  const anonymous = await evaluate("export default function () { return 1 }\n(0, Math.max)(1);");
  assert.equal((anonymous.default as () => number)(), 1);
  const { default: Widget } = await evaluate("export default class Widget { static size = 3 }");
  assert.deepEqual([(Widget as { size: number }).size, (Widget as { name: string }).name], [3, "Widget"]);
});

Deno.test("the names that a module imports are listed", () => {
  const text =
    `import React, { useState as s } from "react"; import * as kit from "kit"; export { Card } from "kit";`;
  assert.deepEqual(createModuleFunction(parseModule(text)).imports, [
    { specifier: "react", names: ["default", "useState"] },
    { specifier: "kit", names: [] },
    { specifier: "kit", names: ["Card"] },
  ]);
});

Deno.test("everything keeps its line and column", async () => {
  const text = `import { useState } from "react";\nexport default () => {\n   throw new Error("here");\n};\n`;
  const { default: fail } = await evaluate(text);
  const stack = (() => {
    try {
      return (fail as () => never)();
    } catch (error) {
      return (error as Error).stack!;
    }
  })();
  assert.match(stack, /:4:10\)?/);
});

Deno.test("a text that is not a module is rejected", () => {
  assert.throws(() => parseModule("let let = 1;"), SyntaxError);
});

// claim: page-module-limit
Deno.test("groups of one name take no longer than others, and a very long regular expression is rejected", () => {
  const measure = (name: (index: number) => string): number => {
    const groups = Array.from({ length: 2_000 }, (_, index) => `(?<${name(index)}>)`).join("|");
    const text = `export default [${`/${groups}/,`.repeat(3)}];`;
    const times = [1, 2, 3].map(() => {
      const start = performance.now();
      parseModule(text);
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  const [alike, others] = [measure(() => "none1"), measure((index) => `n${index}`.padEnd(5, "_"))];
  assert.ok(alike < 15 * others + 20, `${alike} ms, others ${others} ms`);
  assert.throws(() => parseModule(`export default /${"(?<n>)|".repeat(5_000)}/;`), SyntaxError);
});
