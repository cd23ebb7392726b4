import assert from "node:assert/strict";
import { findRawColor, listDeclarations } from "../../../web/bundler/style_rules/mod.ts";
import { COMPONENT, MANIFEST, ProjectFolder, SOURCE } from "./project_folder.ts";

const CSS = "widgets/001_hello/widget.css";

/** The warnings of a widget with a stylesheet, as `code line:column message`. */
async function warningsOf(css: string, component: string = COMPONENT): Promise<string[]> {
  const source = `import "./widget.css";\n${MANIFEST}\n${component}\n`;
  await using project = await ProjectFolder.create({ [SOURCE]: source, [CSS]: css });
  const { diagnostics, warnings } = await project.build();
  assert.deepEqual(diagnostics, []);
  return warnings.map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`);
}

for (
  const [property, value, color] of [
    ["color", "#333", "#333"],
    ["color", "RED", "RED"],
    ["background", "no-repeat linear-gradient(white, transparent)", "white"],
    ["border-block-end", "1px solid rgb(0 0 0 / 20%)", "rgb(0 0 0 / 20%)"],
    ["--hand", "#f1ecdf", "#f1ecdf"],
    ["fill", "oklch(0.7 0.1 200)", "oklch(0.7 0.1 200)"],
    ["color", "color-mix(in oklab, red, blue)", "red"],
    ["color", "light-dark(#000, #fff) #123", "#123"],
  ] as const
) {
  Deno.test(`the raw colour of ${property}: ${value} is found`, () => {
    const found = findRawColor(property, value);
    assert.equal(found?.text, color);
    assert.equal(value.slice(found!.offset, found!.offset + color.length), color);
  });
}

for (
  const [property, value] of [
    ["color", "light-dark(#333, rgb(255 255 255))"],
    ["color", "var(--color-text, #333)"],
    ["color", "currentColor"],
    ["background", "transparent"],
    ["color", "color-mix(in oklab, var(--color-accent), white 20%)"],
    ["color", "rgb(from var(--color-accent) r g b / 0.5)"],
    ["box-shadow", "0 1px 2px rgb(0 0 0 / 0.2)"],
    ["mask-image", "linear-gradient(black, transparent)"],
    ["animation-name", "red"],
    ["font-family", "Gold"],
    ["grid-area", "tan"],
    ["initial-value", "#c0c0c0"],
    ["color", "#notacolor"],
    ["background-image", "element(#333333-id)"],
  ] as const
) {
  Deno.test(`${property}: ${value} has no raw colour`, () => {
    assert.equal(findRawColor(property, value), null);
  });
}

Deno.test("declarations are found in nested rules, past comments, strings, addresses and selectors", () => {
  const css = `
    #fff .a:hover { color: /* #111 */ #222; &:is(.b, #eee) { content: "color: #333; }"; fill:url(#444) } }
    @media (color: 1) { .c { background: url(a.svg;#555) } }
    @import "color:red.css";
    .d { --e: { }; width: calc(1px + (2px)) }`;
  const declarations = listDeclarations(css);
  const found = declarations.map(({ property, value }) => [property, value.trim()]);
  assert.deepEqual(found.slice(0, 4), [["color", "#222"], ["content", ""], ["fill", ""], ["background", ""]]);
  assert.deepEqual(found.at(-1), ["width", "calc(1px + (2px))"]);
  const { value, offset } = declarations.at(-1)!;
  assert.equal(css.slice(offset, offset + value.length), value);
});

Deno.test("a token that nothing sets is reported with the nearest one, where it is read", async () => {
  assert.deepEqual(
    await warningsOf(
      ".a {\n  --own: 1px;\n  margin: var(--own) var( --color-txt ) var(--x, 2px);\n  gap: var(--gap);\n}\n",
    ),
    [
      "stylesheet.unknown_token 3:27 --color-txt is neither a token of the host nor set by the widget; did you mean --color-text?",
      "stylesheet.unknown_token 4:12 --gap is neither a token of the host nor set by the widget",
    ],
  );
});

Deno.test("a token that the module, another stylesheet or @property sets is known", async () => {
  const css = `@property --angle { syntax: "<angle>"; inherits: false; initial-value: 0deg; }
    .a { rotate: var(--angle); width: calc(var(--share) * 1%); color: var(--color-text); }`;
  const component =
    `export default function Hello() { return <p style={{ "--share": 4 } as object}>hello</p>; }`;
  assert.deepEqual(await warningsOf(css, component), []);
});

Deno.test("colours and tokens in the module's styles are reported at their places", async () => {
  const component = `export default function Hello() {
  return (
    <svg fill="#333" style={{ color: "white", background: "var(--color-surfce)" }} aria-label="#333">
      <path stroke="currentColor" d="M0 0" />
    </svg>
  );
}`;
  const found = await warningsOf("", component);
  assert.deepEqual(found.map((text) => text.split(" ").slice(0, 2).join(" ")).sort(), [
    "stylesheet.raw_color 5:15",
    "stylesheet.raw_color 5:38",
    "stylesheet.unknown_token 5:59",
  ]);
});

Deno.test("a stylesheet with a theme of its own may have any colour", async () => {
  for (
    const css of [".board { color-scheme: dark; color: #ffb638 }", '.a[data-theme="dark"] { color: #eee }']
  ) {
    assert.deepEqual(await warningsOf(css), []);
  }
});

Deno.test("of many warnings in one file the first five are shown, and how many there are", async () => {
  const found = await warningsOf(
    Array.from({ length: 9 }, (_, index) => `.a${index} { color: red }`).join("\n"),
  );
  assert.equal(found.length, 5);
  assert.match(found.at(-1)!, /\(and 4 more in this file\)$/);
});

Deno.test("a selector of the page is reported, and neither one of a package nor one of Tailwind's files", async () => {
  assert.deepEqual(await warningsOf(":root { --a: 1px }\n.x { gap: var(--a) }\n"), [
    "stylesheet.page_selector 1:1 :root, html and body are outside the card: this rule is read as one of :host",
  ]);
  await using project = await ProjectFolder.create({
    [SOURCE]: `import "sheet/sheet.css"; import { Red } from "sheet/red.js";
      ${MANIFEST} export default () => <Red />;`,
    "node_modules/sheet/package.json": '{ "name": "sheet" }',
    "node_modules/sheet/red.js": `import { createElement } from "react";
      export const Red = () => createElement("p", { style: { color: "red", gap: "var(--none)" } });`,
    "node_modules/sheet/sheet.css": ":root { color: red; gap: var(--none) }",
  });
  assert.deepEqual((await project.build()).warnings, []);
});

Deno.test("attributes, classes and ids of :host that no card has are reported, and those that it has are not", async () => {
  assert.deepEqual(
    await warningsOf(
      ":host([data-fixed]) p, :host(:not([data-fixed], [dir=rtl]):lang(de)) p { margin: 0 }\n" +
        ':host(:not( [data-size="fill-auto"])) p, :host(.dark) p, /* :host([data-a]) */ :host(#a) p { margin: 0 }\n',
    ),
    ["[data-size] 2:13", ".dark 2:48", "#a 2:86"].map((part) => {
      const [name, place] = part.split(" ");
      return `stylesheet.host_attribute ${place} No card has ${name}: :host(${name}) never matches, and ` +
        `:host(:not(${name})) always does`;
    }),
  );
});

Deno.test("a widget that is unchanged keeps its warnings", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: `import "./widget.css";\n${MANIFEST}\n${COMPONENT}\n`,
    [CSS]: "p { color: red }",
  });
  const built = await project.build();
  const again = await project.build();
  assert.deepEqual(again.widgets.map(({ status }) => status), ["unchanged"]);
  assert.equal(built.warnings.length, 1);
  assert.deepEqual(again.warnings, built.warnings);
});
