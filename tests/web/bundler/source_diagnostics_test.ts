import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { type DiagnosticCode, formatDiagnostic } from "../../../web/bundler/mod.ts";
import {
  buildWidget,
  COMPONENT,
  diagnose,
  MANIFEST,
  ProjectFolder,
  SOURCE,
  WIDGET,
} from "./project_folder.ts";
import { buildSvgFont, toWoff2 } from "../canvas/font_files.ts";
import { buildFixedFont } from "../kept/fixed_font.ts";

Deno.test("a syntax error is shown at its line and column", async () => {
  const [diagnostic, ...others] = await diagnose({
    [SOURCE]: `${MANIFEST}\n\tconst label = "ä"; const = 1;\n`,
  });
  assert.deepEqual(others, []);
  assert.deepEqual({ ...diagnostic, hint: "" }, {
    code: "source.syntax",
    widget: "001_hello",
    file: SOURCE,
    line: 2,
    column: 27,
    lineText: '\tconst label = "ä"; const = 1;',
    message: 'Expected identifier but found "="',
    hint: "",
  });
  assert.equal(
    formatDiagnostic(diagnostic!),
    [
      `${SOURCE}:2:27: Expected identifier but found "=" [source.syntax]`,
      `  |  const label = "ä"; const = 1;`,
      `  |                           ^`,
      `  Correct the source at this place`,
    ].join("\n"),
  );
});

Deno.test("a diagnostic in a long line shows the part around its column", async () => {
  const [diagnostic] = await diagnose({
    [SOURCE]: `/* ${"x".repeat(5000)} */ const = 1; // ${"y".repeat(5000)}`,
  });
  const [, line, caret] = formatDiagnostic(diagnostic!).split("\n");
  assert.ok(line!.length < 110);
  assert.equal(line![caret!.indexOf("^")], "=");
});

interface Rejection {
  source: string;
  files?: { [file: string]: string };
  code: DiagnosticCode;
  at: [file: string, line: number, column: number];
  message: RegExp;
}

const rejections: { [what: string]: Rejection } = {
  "a file that is not there": {
    source: `import "./missing.ts";\n${WIDGET}`,
    code: "import.unresolved",
    at: [SOURCE, 1, 8],
    message: /^Could not resolve ".\/missing.ts"$/,
  },
  "a package that is not installed": {
    source: `/* ü */ import "left-pad";\n${WIDGET}`,
    code: "import.unresolved",
    at: [SOURCE, 1, 16],
    message: /^Could not resolve "left-pad"$/,
  },
  "a name that the kit does not have": {
    source: `import { useAgent } from "@tck/kit";\n${MANIFEST}
      export default function Hello() { useAgent(); return null; }`,
    code: "import.unknown_name",
    at: [SOURCE, 1, 10],
    message: /^"@tck\/kit" exports no "useAgent"$/,
  },
  "a name that the kit does not have, exported again under another": {
    source: `export { useAgent as useLocale } from "@tck/kit";\n${WIDGET}`,
    code: "import.unknown_name",
    at: [SOURCE, 1, 22],
    message: /^"@tck\/kit" exports no "useAgent"$/,
  },
  "a name that React does not have": {
    source: `import { useFoo } from "react";\n${MANIFEST}
      export default function Hello() { useFoo(); return null; }`,
    code: "import.unknown_name",
    at: [SOURCE, 1, 10],
    message: /^"react" exports no "useFoo"$/,
  },
  "a file of a package, by a module that the project has not": {
    source: `import "broken";\n${WIDGET}`,
    files: { "node_modules/broken/index.js": `import "node:fs";` },
    code: "import.forbidden",
    at: ["node_modules/broken/index.js", 1, 8],
    message: /^"node:fs" cannot be imported by a widget$/,
  },
  "an address, in its stylesheet": {
    source: `import "./widget.css";\n${WIDGET}`,
    files: { "widgets/001_hello/widget.css": `@import "https://fonts.example/a.css";` },
    code: "import.forbidden",
    at: ["widgets/001_hello/widget.css", 1, 9],
    message: /^"https:\/\/fonts.example\/a.css" cannot be imported by a widget$/,
  },
  "an address of the host, in its stylesheet": {
    source: `import "./widget.css";\n${WIDGET}`,
    files: { "widgets/001_hello/widget.css": `p { background: url(/login) }` },
    code: "import.forbidden",
    at: ["widgets/001_hello/widget.css", 1, 17],
    message: /^"\/login" cannot be imported by a widget$/,
  },
  "a file outside the project": {
    source: `import text from "../../../../../../../../../../etc/hostname";\n${MANIFEST}
      export default function Hello() { return <p>{text}</p>; }`,
    code: "import.forbidden",
    at: [SOURCE, 1, 18],
    message: /etc\/hostname" cannot be imported by a widget$/,
  },
};

for (const [what, { source, files, code, at, message }] of Object.entries(rejections)) {
  Deno.test(`a widget that imports ${what} is rejected at the import`, async () => {
    const [diagnostic, ...others] = await diagnose({ [SOURCE]: source, ...files });
    assert.deepEqual(others, []);
    assert.equal(diagnostic!.code, code);
    assert.deepEqual([diagnostic!.file, diagnostic!.line, diagnostic!.column], at);
    assert.match(diagnostic!.message, message);
    assert.notEqual(diagnostic!.hint, "");
  });
}

Deno.test("a widget that imports a symbolic link out of the project is rejected", async () => {
  await using elsewhere = await ProjectFolder.create({ "secret.txt": "s3cret" });
  await using project = await ProjectFolder.create({
    [SOURCE]: `export { default as text } from "./link.txt";\n${WIDGET}`,
  });
  await symlink(join(elsewhere.path, "secret.txt"), join(project.path, "widgets/001_hello/link.txt"));
  const { diagnostics } = await project.build();
  assert.deepEqual(diagnostics.map(({ code, line }) => [code, line]), [["import.forbidden", 1]]);
});

for (
  const specifier of [
    "react-dom/client",
    "react-dom/server",
    "react/jsx-dev-runtime",
    "@tck/kit/host",
    "@tck/kit/host-mount",
    "https://cdn.example/a.js",
    "//cdn.example/a.js",
    "/__tck/v1/tck-host.mjs",
    "node:fs",
    "npm:x",
    "jsr:@x/y",
    "blob:https://a.example/1",
    "file:///etc/hostname",
    "HTTPS://cdn.example/a.js",
  ]
) {
  for (
    const [how, source] of Object.entries({
      imports: `import ${JSON.stringify(specifier)};`,
      "imports dynamically": `export const late = () => import(${JSON.stringify(specifier)});`,
      requires: `export const late = () => require(${JSON.stringify(specifier)});`,
    })
  ) {
    Deno.test(`a widget that ${how} "${specifier}" is rejected`, async () => {
      const [diagnostic, ...others] = await diagnose({ [SOURCE]: `${source}\n${WIDGET}` });
      assert.deepEqual(others, []);
      assert.equal(diagnostic!.code, "import.forbidden");
      assert.equal(diagnostic!.line, 1);
      assert.equal(diagnostic!.message, `"${specifier}" cannot be imported by a widget`);
      assert.match(diagnostic!.hint, /react, react\/jsx-runtime, react-dom, @tck\/kit/);
    });
  }
}

for (
  const [what, css, place, message] of [
    ["that ends inside a rule", "p { color: red", [1, 15], /Expected "}"/],
    ["with an invalid declaration", "\np { color red }", [2, 10], /Expected ":"/],
    ["with a stray bracket", "p { color: red }\n/* é */ ]", [2, 9], /Unexpected "]"/],
  ] as const
) {
  Deno.test(`a stylesheet ${what} is rejected at its line and column`, async () => {
    const file = "widgets/001_hello/widget.css";
    const [diagnostic] = await diagnose({ [SOURCE]: `import "./widget.css";\n${WIDGET}`, [file]: css });
    assert.deepEqual([diagnostic!.code, diagnostic!.widget], ["stylesheet.invalid", "001_hello"]);
    assert.deepEqual([diagnostic!.file, diagnostic!.line, diagnostic!.column], [file, ...place]);
    assert.match(diagnostic!.message, message);
  });
}

Deno.test("a stylesheet with a rule that no browser takes is rejected with the rule's text", async () => {
  const [diagnostic, ...others] = await diagnose({
    [SOURCE]: `import "./widget.css";\n${WIDGET}`,
    "widgets/001_hello/widget.css": "p { color: red }\n@property --angle { inherits: false }",
  });
  assert.deepEqual(others, []);
  assert.deepEqual([diagnostic!.code, diagnostic!.file], ["stylesheet.invalid", "widgets/001_hello"]);
  assert.match(diagnostic!.message, /@ rule/);
});

Deno.test("what was found in a widget's stylesheets is reported beside an error of its syntax", async () => {
  const diagnostics = await diagnose({
    [SOURCE]: `import "old"; import "./widget.css";\n${WIDGET}`,
    "widgets/001_hello/widget.css": "@property --color-text { syntax: '*'; inherits: true }",
    "node_modules/old/package.json": '{ "name": "old", "version": "1.0.0", "main": "old.js" }',
    "node_modules/old/old.js": "module.exports = () => { eval = 3; };",
  });
  assert.deepEqual(diagnostics.map(({ code, file }) => [code, file]), [
    ["stylesheet.host_token", "widgets/001_hello/widget.css"],
    ["source.syntax", "node_modules/old/old.js"],
  ]);
});

Deno.test("a widget that is too large is rejected, with what takes most of it", async () => {
  const [diagnostic, ...others] = await diagnose({
    [SOURCE]: `import text from "./long.txt"; ${MANIFEST}
      export default function Hello() { return <p>{text}</p>; }`,
    "widgets/001_hello/long.txt": "long text ".repeat(120_000),
  });
  assert.deepEqual(others, []);
  assert.deepEqual([diagnostic!.code, diagnostic!.file], ["bundle.too_large", SOURCE]);
  assert.match(
    diagnostic!.message,
    /^module and stylesheets have 117\d KiB, at most 1024 are allowed; .* widgets\/001_hello\/long\.txt \(117\d KiB\), /,
  );
});

Deno.test("an image that is too large for a data URL is rejected where it is imported", async () => {
  const [diagnostic, ...others] = await diagnose({
    [SOURCE]: `import "./widget.css";\n${WIDGET}`,
    "widgets/001_hello/widget.css": "p { background: url(./photo.png) }",
    "widgets/001_hello/photo.png": "x".repeat(262_145),
  });
  assert.deepEqual(others, []);
  assert.deepEqual([diagnostic!.code, diagnostic!.file], ["asset.too_large", "widgets/001_hello/widget.css"]);
  assert.equal(diagnostic!.message, `"photo.png" has 262145 bytes, at most 262144 are allowed`);
});

Deno.test("a font whose glyphs are SVG documents is rejected where it is imported, and another is embedded", async () => {
  const project = {
    [SOURCE]: `import font from "./glyphs.woff2";\n${WIDGET}\nconsole.log(font);`,
  };
  const rejected = await diagnose({ ...project, "widgets/001_hello/glyphs.woff2": toWoff2(buildSvgFont()) });
  assert.deepEqual(rejected.map(({ code, file, line }) => [code, file, line]), [[
    "asset.svg_font",
    SOURCE,
    1,
  ]]);
  assert.match(rejected[0]!.message, /^"glyphs.woff2" has a table of SVG documents/);
  assert.deepEqual(
    await diagnose({ ...project, "widgets/001_hello/glyphs.woff2": toWoff2(buildFixedFont()) }),
    [],
  );
});

for (
  const [what, text] of Object.entries({
    "a little larger than a reader takes": `"long text ".repeat(110_000)`,
    "larger than a reader takes in UTF-8 only": `"ü".repeat(600_000)`,
    "larger than an isolate may write": `"long text ".repeat(1_000_000)`,
  })
) {
  Deno.test(`a widget whose manifest is ${what} is rejected`, async () => {
    const [diagnostic, ...others] = await diagnose({
      [SOURCE]: `${COMPONENT} export const manifest = {
        id: "hello", cardType: "feed", sizes: ["fill-auto"], defaultState: { text: ${text} },
      };`,
    });
    assert.deepEqual(others, []);
    assert.deepEqual([diagnostic!.code, diagnostic!.file], ["bundle.invalid", SOURCE]);
    assert.match(diagnostic!.message, /manifest\.json/);
  });
}

Deno.test("a source that begins with a hashbang, which no module in a bundle can, is rejected", async () => {
  const [diagnostic, ...others] = await diagnose({ [SOURCE]: `#!/usr/bin/env node\n${WIDGET}` });
  assert.deepEqual(others, []);
  assert.deepEqual([diagnostic!.code, diagnostic!.file], ["source.syntax", SOURCE]);
  assert.doesNotMatch(diagnostic!.message, /data:/);
});

Deno.test("a source and a stylesheet that are not UTF-8 are rejected at the first byte that is not", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: `import "./widget.css";\n${WIDGET}` });
  const css = ".a::before { content: 'Zürich' }";
  await project.write("widgets/001_hello/widget.css", Uint8Array.from(css, (letter) => letter.charCodeAt(0)));
  const source = WIDGET.replace("<p>hello", "<p>é");
  await project.write(
    "widgets/002_hello/widget.tck.tsx",
    Uint8Array.from(source, (letter) => letter.charCodeAt(0)),
  );
  const { diagnostics } = await project.build();
  assert.deepEqual(diagnostics.map(({ code, file, line, column }) => [code, file, line, column]), [
    ["stylesheet.invalid", "widgets/001_hello/widget.css", 1, css.indexOf("ü") + 1],
    ["source.syntax", "widgets/002_hello/widget.tck.tsx", 2, COMPONENT.indexOf("hello") + 1],
  ]);
});

Deno.test("the diagnostic of a file that no widget can import lists those that one can", async () => {
  const [diagnostic] = await diagnose({
    [SOURCE]: `import photo from "./PHOTO.PNG"; ${MANIFEST} export default () => <img src={photo} alt="" />;`,
    "widgets/001_hello/PHOTO.PNG": "",
  });
  assert.equal(diagnostic!.line, 1);
  assert.match(diagnostic!.hint, /\.png,.*in lower case/);
});

Deno.test("the author's tsconfig.json does not change a bundle", async () => {
  const tsconfig =
    `{ "compilerOptions": { "jsxImportSource": "preact", "target": "es5", "paths": { "*": [] } } }`;
  const plain = await buildWidget(`${MANIFEST}\n${COMPONENT}`);
  const configured = await buildWidget(`${MANIFEST}\n${COMPONENT}`, { "tsconfig.json": tsconfig });
  assert.equal(configured.hash, plain.hash);
});

Deno.test("a source that ends too early is rejected at its last line", async () => {
  for (const [end, line] of [["", 2], ["\n", 3]] as const) {
    const [diagnostic, ...others] = await diagnose({
      [SOURCE]: `${MANIFEST}\nexport default () => <p>hello${end}`,
    });
    assert.deepEqual(others, []);
    const { code, file, lineText, message } = diagnostic!;
    assert.deepEqual([code, file, diagnostic!.line, lineText], ["source.syntax", SOURCE, line, null]);
    assert.match(message, /^Unexpected end of file/);
    assert.match(formatDiagnostic(diagnostic!), new RegExp(`^${SOURCE}:${line}: `));
  }
});

Deno.test("a module of Node is not called a package to install, with and without its prefix", async () => {
  for (const name of ["fs", "fs/promises", "node:fs", "child_process"]) {
    const [diagnostic, ...others] = await diagnose({ [SOURCE]: `import "${name}";\n${WIDGET}` });
    assert.deepEqual(others, []);
    assert.deepEqual([diagnostic!.code, diagnostic!.line], ["import.forbidden", 1], name);
    assert.equal(diagnostic!.message, `"${name}" cannot be imported by a widget`);
  }
});

Deno.test("an @import after other rules is rejected at its line", async () => {
  const [diagnostic, ...others] = await diagnose({
    [SOURCE]: `import "./widget.css";\n${WIDGET}`,
    "widgets/001_hello/widget.css": '.a { margin: 0 }\n@import "./other.css";\n',
    "widgets/001_hello/other.css": ".b { margin: 0 }",
  });
  assert.deepEqual(others, []);
  const { code, file, line, message } = diagnostic!;
  assert.deepEqual([code, file, line], ["stylesheet.invalid", "widgets/001_hello/widget.css", 2]);
  assert.match(message, /"@import" rules must come first/);
});
