import assert from "node:assert/strict";
import process from "node:process";
import { denoIsolation, type Diagnostic } from "../../../web/bundler/mod.ts";
import { buildWidget, diagnose, SOURCE } from "./project_folder.ts";

const MANIFEST = `export const manifest = {
  id: "hello", cardType: "feed", sizes: ["2x2", "4x4"], languages: ["en", "de"],
  defaultState: { days: [1] }, states: { empty: { days: [] }, full: { days: [1, 2, 3] } },
};`;

async function reject(component: string, deadline?: number): Promise<Diagnostic> {
  const source = `import * as kit from "@tck/kit"; import { Suspense, useEffect } from "react";
    import { createPortal } from "react-dom"; void [kit, Suspense, useEffect, createPortal];
    ${MANIFEST}\n${component}`;
  const options = deadline === undefined ? {} : { isolation: denoIsolation(process.execPath, deadline) };
  const [diagnostic, ...others] = await diagnose({ [SOURCE]: source }, options);
  assert.deepEqual(others, []);
  assert.notEqual(diagnostic!.hint, "");
  return diagnostic!;
}

Deno.test("a widget is rendered in each size, state and language, with the context of a host", async () => {
  await buildWidget(`
    import { useFormat, useLocale, useSize, useTheme, useTimeZone, useWidgetContext, useWidgetState } from "@tck/kit";
    import { useEffect } from "react";
    ${MANIFEST}
    export default function Hello() {
      const { slots, portalTarget, agent, manifest: { id } } = useWidgetContext();
      useEffect(() => { document.title = "only in a page"; });
      const text = [useLocale(), useSize(), useTheme(), useTimeZone(), useFormat().number(1.5)].join();
      return <p id={id}>{text} {useWidgetState<{ days: number[] }>().days} {slots.actions.length} {portalTarget} {agent}</p>;
    }`);
});

for (
  const [what, condition, expected] of [
    ["size", `kit.useSize() === "4x4"`, "size 4x4, defaultState, language en (and in 5 more"],
    ["language", `kit.useLocale() === "de"`, "size 2x2, defaultState, language de (and in 5 more"],
    [
      "state",
      `kit.useWidgetState().days.length === 0`,
      `size 2x2, state "empty", language en (and in 3 more`,
    ],
    [
      "combination",
      `kit.useSize() === "4x4" && kit.useLocale() === "de" && kit.useWidgetState().days.length === 3`,
      `size 4x4, state "full", language de: `,
    ],
  ] as const
) {
  Deno.test(`a component that throws in one ${what} is rejected with its name and place`, async () => {
    const { code, file, line, column, message } = await reject(
      `export default function Hello() {\n  if (${condition}) throw new Error("no luck");\n  return null;\n}`,
    );
    assert.deepEqual([code, file, line], ["component.failed", SOURCE, 8]);
    assert.ok(column! > 10);
    assert.ok(message.startsWith(`the component throws at ${expected}`), message);
    assert.ok(message.endsWith(": no luck"), message);
  });
}

Deno.test("each different error of a component is a diagnostic of its own", async () => {
  const found = await diagnose({
    [SOURCE]: `import { useSize } from "@tck/kit"; ${MANIFEST}
      export default function Hello() { throw new Error("no luck in " + useSize()); }`,
  });
  assert.deepEqual(found.map(({ message }) => /no luck in .*/.exec(message)![0]), [
    "no luck in 2x2",
    "no luck in 4x4",
  ]);
});

for (
  const [what, component, message] of [
    ["reads the page", `() => <p>{document.title}</p>`, /document is not defined/],
    ["renders an object", `() => <p>{{ a: 1 } as never}</p>`, /Objects are not valid as a React child/],
    ["writes", `() => kit.useWidgetContext().applyPatch({})`, /read-only/],
    [
      "needs a portal target",
      `() => createPortal(<p />, kit.useWidgetContext().portalTarget!)`,
      /Target container/,
    ],
    ["throws a text", `() => { throw "no luck"; }`, /no luck$/],
    [
      "throws below a suspense boundary",
      `() => <Suspense><Unlucky name="<&>" /></Suspense>`,
      /no luck for "<&>"/,
    ],
  ] as const
) {
  Deno.test(`a component that ${what} is rejected with the reason`, async () => {
    const diagnostic = await reject(`
      function Unlucky({ name }: { name: string }): null { throw new Error(\`no luck for "\${name}"\`); }
      void Unlucky;
      export default ${component}`);
    assert.equal(diagnostic.code, "component.failed");
    assert.match(diagnostic.message, message);
  });
}

Deno.test("the diagnostic of a component that makes a portal without a page says what to use instead", async () => {
  for (const target of ["kit.useWidgetContext().portalTarget!", "{ nodeType: 1 } as never"]) {
    const { code, hint } = await reject(`export default () => createPortal(<p />, ${target})`);
    assert.equal(code, "component.failed");
    assert.match(hint, /Popover or Tooltip/);
  }
});

Deno.test("a component that waits, a hook outside of one, and an unknown action have a hint of their own", async () => {
  const waiting = await reject("// @ts-nocheck\nexport default async function Hello() { return <p /> }");
  assert.match(waiting.hint, /no async function/);
  const outside = await reject(`import { useState } from "react"; useState(0); export default () => <p />`);
  assert.equal(outside.code, "module.failed");
  assert.match(outside.hint, /^Call hooks in a component/);
  const action = await reject(
    `import { ActionButton } from "@tck/kit"; export default () => <ActionButton action="open" />`,
  );
  assert.match(action.hint, /slots\.actions/);
});

Deno.test("the diagnostic of a component whose import was forgotten says that it is to be imported", async () => {
  const cases = [
    ["Timeline", "<Timeline />", "@tck/kit"],
    ["useFormat", "<p>{String(useFormat())}</p>", "@tck/kit"],
    ["useState", "<p>{useState(0)[0]}</p>", "react"],
    ["Fragment", "<Fragment />", "react"],
    ["LineChart", "<LineChart />", "@tck/kit/charts"],
  ] as const;
  for (const [name, use, module] of cases) {
    const { code, hint } = await reject(`// @ts-nocheck\nexport default () => ${use}`);
    assert.equal(code, "component.failed");
    assert.equal(
      hint,
      `Import it by \`import { ${name} } from "${module}"\`, or correct the spelling of its name`,
    );
  }
  const { hint } = await reject("// @ts-nocheck\nexport default () => <Unknown />");
  assert.equal(hint, "Import it from the module that has it, or correct the spelling of its name");
});

Deno.test("the diagnostic of a value that no block can show says where to correct it", async () => {
  const date = await reject("// @ts-nocheck\nexport default () => <p>{new Date(0)}</p>");
  assert.match(date.hint, /^Show a text of it: .* useFormat\(\)/);
  const stat = await reject('// @ts-nocheck\nexport default () => <kit.Stat label="a" value={0 / 0} />');
  assert.match(stat.message, /: Cannot draw NaN as value of Stat "a": it is not a finite number$/);
  assert.equal(stat.hint, "Correct the value in the state, or where the component computes it");
});

Deno.test("an error that a block of the kit throws is at the line that uses the block", async () => {
  const cases: readonly [component: string, line: number, lineText: string][] = [
    ["() => (\n  <kit.Card>\n    <kit.Stat label='a' value={0 / 0} />\n  </kit.Card>\n)", 10, "<kit.Stat"],
    ["() => <kit.Card>\n  <kit.Stack><Row />\n</kit.Stack></kit.Card>", 7, "=> <kit.Stat"],
    [
      "() => <kit.Card>\n  <Suspense>\n    <kit.Stat label='a' value={0 / 0} />\n</Suspense></kit.Card>",
      10,
      "<kit.Stat",
    ],
    [
      "() => <kit.Card>{(kit.useWidgetState() as { days: number[] }).days.map((day) =>\n  <kit.Stat key={day} label='a' value={0 / 0} />)}</kit.Card>",
      9,
      "<kit.Stat",
    ],
    ["() => <kit.Card>\n  <p>{{ a: 1 } as never}</p></kit.Card>", 9, "<p>"],
  ];
  for (const [component, expected, text] of cases) {
    const { code, file, line, column, lineText } = await reject(
      `const Row = () => <kit.Stat label="a" value={0 / 0} />; void Row;\nexport default ${component}`,
    );
    assert.deepEqual([code, file, line], ["component.failed", SOURCE, expected], component);
    assert.ok(lineText!.slice(column! - 1).startsWith(text.replace("=> ", "")), lineText!.slice(column! - 1));
    assert.ok(lineText!.includes(text), lineText!);
  }
});

Deno.test("the diagnostic of a component that reads the page says what to use instead", async () => {
  const cases: readonly [expression: string, hint: RegExp][] = [
    ["window.innerWidth", /useFootprint\(\) or useSize\(\)/],
    ["window.matchMedia('(min-width: 300px)').matches", /useFootprint\(\) or useSize\(\)/],
    ["new ResizeObserver(() => {})", /useRoom\(\)/],
    ["window.matchMedia('(prefers-color-scheme: dark)').matches", /useTheme\(\)/],
    ["window.setInterval(() => {}, 1000)", /useEffect\(.*clearInterval/],
    ["requestAnimationFrame(() => {})", /useEffect\(/],
    ["window.navigator.language", /useLocale\(\)/],
    ["new window.Intl.DateTimeFormat().resolvedOptions().timeZone", /useTimeZone\(\)/],
    ["window.location.href", /useWidgetState\(/],
    ["document.title", /in an effect or an event handler only/],
  ];
  for (const [expression, expected] of cases) {
    const { code, hint } = await reject(
      `// @ts-nocheck\nexport default () => <p>{String(${expression})}</p>`,
    );
    assert.equal(code, "component.failed");
    assert.match(hint, expected, expression);
  }
  const { code, hint } = await reject("const width = window.innerWidth; export default () => <p>{width}</p>");
  assert.equal(code, "module.failed");
  assert.match(hint, /useFootprint/);
  const storage = await reject(`export default () => <p>{window.localStorage.getItem("a")}</p>`);
  assert.equal(storage.code, "forbidden.storage");
  assert.match(storage.hint, /useWidgetState.*useState/);
});

Deno.test("a component that does not end is stopped at the deadline", async () => {
  const loop = "export default function Hello() { if (kit.useLocale() === 'de') for (;;); return null; }";
  const diagnostic = await reject(loop, 2_500);
  assert.equal(diagnostic.code, "component.timeout");
  assert.match(
    diagnostic.message,
    /not rendered .* after 2\.5 s; it got to number 2: size .*, defaultState, language de$/,
  );
});

Deno.test("a component that waits shows its fallback, and is valid", async () => {
  await buildWidget(`import { Suspense, use } from "react"; ${MANIFEST}
    const never = new Promise<string>(() => {});
    const Late = () => <p>{use(never)}</p>;
    export default function Hello() { return <Suspense fallback="soon"><Late /></Suspense>; }`);
});

Deno.test("a widget defined by the kit with its manifest is rendered like any other", async () => {
  const { manifest } = await buildWidget(`import { defineManifest, useLocale } from "@tck/kit";
    export const manifest = defineManifest({ id: "hello", cardType: "feed", sizes: ["2x2"] });
    export default Object.assign(() => <p>{useLocale()}</p>, { manifest });`);
  assert.equal(manifest.id, "hello");
});

Deno.test("a component is rendered once in each size, state and language, whatever it reads", async () => {
  const { code, message } = await reject(`let renderings = 0;
    export default () => { if (++renderings === 12) throw new Error("the twelfth"); return null; }`);
  assert.equal(code, "component.failed");
  assert.equal(
    message,
    'the component throws at size 4x4, state "full", language de: the twelfth',
  );
  await buildWidget(`${MANIFEST} let renderings = 0;
    export default () => { if (++renderings > 12) throw new Error("once too often"); return null; }`);
});

for (
  const [what, source] of [
    ["returns something else each time", `let n = 0; export default () => <p>{LAST[n++].toFixed()}</p>`],
    ["changes its state", `export default () => <p>{kit.useWidgetState().days.pop().toFixed()}</p>`],
    ["uses up what its module holds", `export default () => <p>{LAST.pop().toFixed()}</p>`],
  ] as const
) {
  Deno.test(`a component that ${what} is rejected when it fails in a later rendering`, async () => {
    const diagnostic = await reject(`const LAST = [1, 2, 3, 4, 5, 6]; void LAST; ${source}`);
    assert.equal(diagnostic.code, "component.failed");
    assert.match(diagnostic.message, /undefined/);
  });
}

Deno.test("a timer that a component sets while it renders never fires", async () => {
  await buildWidget(`${MANIFEST}
    export default function Hello() { setTimeout(() => { for (;;); }); return null; }`);
});

Deno.test("an action is absent in the states that do not meet its condition", async () => {
  const slots = `slots: { actions: [{ id: "open", label: "Open", href: "/days", when: "days" }] },`;
  const diagnostics = await diagnose({
    [SOURCE]: `import { useAction } from "@tck/kit";
      ${MANIFEST.replace("languages", `${slots} languages`)}
      export default function Hello() { return <p>{useAction("open").label}</p>; }`,
  });
  assert.deepEqual(diagnostics.map(({ code }) => code), ["component.failed"]);
  assert.match(diagnostics[0]!.message, /state "empty", language en \(and in 3 more/);
});
