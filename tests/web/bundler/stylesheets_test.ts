import assert from "node:assert/strict";
import { splitStylesheets } from "../../../web/bundler/stylesheets.ts";
import { buildWidget, COMPONENT, MANIFEST } from "./project_folder.ts";

const ANGLE = '@property --angle { syntax: "<angle>"; inherits: false; initial-value: 0deg }';
const ANGLE_MINIFIED = '@property --angle{syntax:"<angle>";inherits:false;initial-value:0deg}';

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

Deno.test("an @property rule without an initial value keeps being one", () => {
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

Deno.test("no CSS gives two empty stylesheets, and CSS that is none throws its place", () => {
  assert.deepEqual(splitStylesheets(" \n"), { css: "", propertiesCss: "" });
  assert.throws(() => splitStylesheets("a { color: red }\n  :::b { color: red }"), (error) => {
    assert.ok(error instanceof SyntaxError);
    assert.deepEqual((error as SyntaxError & { loc: unknown }).loc, { line: 2, column: 6 });
    return true;
  });
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
