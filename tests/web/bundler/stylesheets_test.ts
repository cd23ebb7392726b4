import assert from "node:assert/strict";
import { checkStylesheetLimits } from "../../../web/bundler/compile/stylesheets/stylesheet_limits.ts";
import { splitStylesheets } from "../../../web/bundler/mod.ts";
import { buildWidget, COMPONENT, diagnose, MANIFEST, SOURCE, WIDGET } from "./project_folder.ts";

/** The bundled CSS of a widget with this stylesheet. */
async function bundleCss(css: string, files: { [file: string]: string } = {}): Promise<string> {
  const tckb = await buildWidget(`import "./widget.css"; ${MANIFEST}\n${COMPONENT}`, {
    "widgets/001_hello/widget.css": css,
    ...files,
  });
  return new TextDecoder().decode(tckb.css!);
}

const ANGLE = '@property --angle { syntax: "<angle>"; inherits: false; initial-value: 0deg }';
const ANGLE_MINIFIED = '@property --angle{syntax:"<angle>";inherits:false;initial-value:0deg}';

for (
  const [css, expected] of [
    [":ROOT p { color: red }", ":host p{color:red}"],
    [":\\72oot p { color: red }", ":host p{color:red}"],
    ["ht\\6dl p { color: red }", ":host p{color:red}"],
    ["<!-- body p { color: red } -->", ":host p{color:red}"],
    ["/**/html/**/ p { color: red }", null],
    ["a,html{color:red}", "a,:host{color:red}"],
    [":is(body) p{color:red}", null],
    ["@media print{html{color:red}}", "@media print{:host{color:red}}"],
    ["@layer a{@layer b{a{}html{color:red}}}", null],
    [
      ".body tbody #html my-body body-x élan-html htmlé { color: red }",
      ".body tbody #html my-body body-x élan-html htmlé{color:red}",
    ],
  ] as const
) {
  Deno.test(`a root selector is found wherever it is a word: ${css}`, () => {
    const split = splitStylesheets(css).css;
    if (expected !== null) return assert.equal(split, expected);
    assert.match(split, /:host/);
    assert.doesNotMatch(split, /html|body/);
  });
}

Deno.test("@property rules are lifted out, and the rest stays in its order", () => {
  assert.deepEqual(splitStylesheets(`a { color: red } ${ANGLE} b { color: #00f }`), {
    css: "a{color:red}b{color:#00f}",
    propertiesCss: ANGLE_MINIFIED,
  });
});

Deno.test("@property rules inside other rules are lifted with the rest", () => {
  for (
    const around of [
      "@media (width > 10px)",
      "@layer base",
      "@supports (color: red)",
      "@layer a { @media print",
    ]
  ) {
    const close = "}".repeat(around.split("{").length);
    const { css, propertiesCss } = splitStylesheets(`${around} { a { color: red } ${ANGLE} ${close}`);
    assert.equal(propertiesCss, ANGLE_MINIFIED, around);
    assert.match(css, /a\{color:red\}/);
    assert.doesNotMatch(css, /@property/);
  }
});

Deno.test("an @property rule without an initial value is kept", () => {
  assert.equal(
    splitStylesheets('@property --any { syntax: "*"; inherits: true }').propertiesCss,
    '@property --any{syntax:"*";inherits:true}',
  );
});

Deno.test("several @property rules keep their order", () => {
  const second = ANGLE.replace("--angle", "--second");
  assert.equal(
    splitStylesheets(`${ANGLE} a { color: red } @layer x { ${second} }`).propertiesCss,
    ANGLE_MINIFIED + ANGLE_MINIFIED.replace("--angle", "--second"),
  );
});

Deno.test("empty CSS gives two empty stylesheets, and invalid CSS throws an error with its place", () => {
  assert.deepEqual(splitStylesheets(" \n"), { css: "", propertiesCss: "" });
  assert.throws(() => splitStylesheets("a { color: red }\n  :::b { color: red }"), (error) => {
    assert.ok(error instanceof SyntaxError);
    assert.deepEqual((error as SyntaxError & { loc: unknown }).loc, { line: 2, column: 6 });
    return true;
  });
});

for (
  const [selector, expected] of Object.entries({
    ":root": ":host",
    "html": ":host",
    "body": ":host",
    "html body": ":host",
    "html > body .card": ":host .card",
    "body > .card": ":host>.card",
    ":root, :host": ":host,:host",
    ".a, body p": ".a,:host p",
    ":is(html, .a) p": ":is(:host,.a) p",
    ".a:not(body)": ".a:not(:host)",
    ".body #html [data-root]": ".body #html [data-root]",
  })
) {
  Deno.test(`in a widget's stylesheet, ${selector} is ${expected}`, () => {
    assert.equal(splitStylesheets(`${selector} { color: red }`).css, `${expected}{color:red}`);
  });
}

Deno.test("root selectors are rewritten inside other rules", () => {
  assert.equal(
    splitStylesheets("@media print { :root { --a: 1px; .b & { color: red } } }").css,
    "@media print{:host{--a:1px;.b &{color:red}}}",
  );
});

for (const selector of ["html.dark .a", ":root[data-theme=dark]", "body:hover", ".a :root", ".a > body p"]) {
  Deno.test(`the selector ${selector}, which matches nothing in a widget, is rejected at its place`, async () => {
    const [diagnostic, ...others] = await diagnose({
      [SOURCE]: `import "./widget.css";\n${WIDGET}`,
      "widgets/001_hello/widget.css": `p { color: red }\n\n${selector} { color: red }`,
    });
    assert.deepEqual(others, []);
    const { code, file, line, column, lineText, hint } = diagnostic!;
    assert.deepEqual([code, file], ["stylesheet.root_selector", "widgets/001_hello/widget.css"]);
    assert.deepEqual([line, column], [3, 1]);
    assert.equal(lineText, `${selector} { color: red }`);
    assert.match(hint, /:host/);
  });
}

Deno.test("@font-face, which has no effect in a widget, is rejected at its place", async () => {
  const [diagnostic, ...others] = await diagnose({
    [SOURCE]: `import "./widget.css";\n${WIDGET}`,
    "widgets/001_hello/widget.css": `p { color: red }\n @font-face { font-family: Own; src: url(data:,) }`,
  });
  assert.deepEqual(others, []);
  const { code, file, line, column, hint } = diagnostic!;
  assert.deepEqual([code, file], ["stylesheet.font_face", "widgets/001_hello/widget.css"]);
  assert.deepEqual([line, column], [2, 2]);
  assert.match(hint, /FontFace/);
});

for (
  const name of [
    "--color-text",
    "--font-sans",
    "--radius-card",
    "--shadow-card",
    "--space-1",
    "--text-xl",
    "--c\\6flor-x",
  ]
) {
  // claim: styles-no-host-tokens
  Deno.test(`@property ${name}, which would register a host token for the whole page, is rejected at its place`, async () => {
    const rule = `@property ${name} { syntax: "*"; inherits: false }`;
    const [diagnostic, ...others] = await diagnose({
      [SOURCE]: `import "./widget.css";\n${WIDGET}`,
      "widgets/001_hello/widget.css":
        `@property --my-color-text { syntax: "*"; inherits: false }\n@media print {\n  ${rule}\n}`,
    });
    assert.deepEqual(others, []);
    const { code, file, line, column, hint } = diagnostic!;
    assert.deepEqual([code, file], ["stylesheet.host_token", "widgets/001_hello/widget.css"]);
    assert.deepEqual([line, column], [3, 3]);
    assert.match(hint, /name/);
  });
}

Deno.test("nested rules and imported stylesheets are kept, each for the screens it is for", async () => {
  const css = await bundleCss(`@import "./base.css" screen; .a { color: red; &:hover .b { color: #00f } }`, {
    "widgets/001_hello/base.css": "body { margin: 0 }",
  });
  assert.equal(css, "@media screen{:host{margin:0}}.a{color:red;&:hover .b{color:#00f}}");
});

Deno.test("the stylesheet of a package is the one of its package.json", async () => {
  const css = await bundleCss('@import "part"; @import "@scope/parts/dark";', {
    "node_modules/part/package.json": '{ "main": "index.js", "style": "part.css" }',
    "node_modules/part/part.css": ".part { color: red }",
    "node_modules/@scope/parts/package.json": '{ "exports": { "./dark": { "style": "./dark.css" } } }',
    "node_modules/@scope/parts/dark.css": ".dark { color: #00f }",
  });
  assert.equal(css, ".part{color:red}.dark{color:#00f}");
});

Deno.test("a bundle holds both stylesheets, and both are covered by the module's hash", async () => {
  const decoder = new TextDecoder();
  const plain = await buildWidget(`${MANIFEST}\n${COMPONENT}`);
  assert.deepEqual([plain.css, plain.propertiesCss], [new Uint8Array(), new Uint8Array()]);
  const styled = await buildWidget(`import "./widget.css"; ${MANIFEST}\n${COMPONENT}`, {
    "widgets/001_hello/widget.css": `@import "./base.css"; p { color: var(--color-text) }`,
    "widgets/001_hello/base.css": ANGLE,
  });
  assert.equal(decoder.decode(styled.css!), "p{color:var(--color-text)}");
  assert.equal(decoder.decode(styled.propertiesCss!), ANGLE_MINIFIED);
  assert.deepEqual([plain.cssCovered, styled.cssCovered], [true, true]);
  assert.notEqual(plain.hash, styled.hash);
});

Deno.test("200 levels of nesting are accepted and 201 rejected, whatever is closed without having been opened", () => {
  for (const [opening, closing] of ["()", "[]", "{}"]) {
    checkStylesheetLimits(opening!.repeat(200) + closing!.repeat(200));
    for (const before of ["", closing!.repeat(500), '"((("', "/* [[[ */", "\\{"]) {
      assert.throws(() => checkStylesheetLimits(before + opening!.repeat(201)), {
        message: "the CSS is nested deeper than 200 levels",
      });
      checkStylesheetLimits(before + opening!.repeat(200));
    }
  }
});
