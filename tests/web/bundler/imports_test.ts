import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { buildProject, denoIsolation } from "../../../web/bundler/mod.ts";
import { importedSpecifiers } from "./imported_specifiers.ts";
import { buildWidget, COMPONENT, MANIFEST, ProjectFolder, SOURCE } from "./project_folder.ts";

/** Builds a widget, loads its bundle's module beside this test's own React, and renders it. */
async function render(
  source: string,
  files: { [file: string]: string } = {},
): Promise<{ markup: string; specifiers: string[]; module: string; css: string }> {
  const { module, css } = await buildWidget(source, files);
  await using folder = await ProjectFolder.create({});
  await folder.write("widget.mjs", module);
  const loaded: { default: FunctionComponent } = await import(
    pathToFileURL(join(folder.path, "widget.mjs")).href
  );
  const decoder = new TextDecoder();
  return {
    markup: renderToStaticMarkup(createElement(loaded.default)),
    specifiers: await importedSpecifiers(module),
    module: decoder.decode(module),
    css: decoder.decode(css!),
  };
}

Deno.test("React is imported by default, by name and as a namespace, and stays an import", async () => {
  const { markup, specifiers } = await render(`
    import React, { useState } from "react";
    import * as ReactNamespace from "react";
    import { createPortal } from "react-dom";
    ${MANIFEST}
    export default function Hello() {
      const [count] = useState(3);
      const id = React.useMemo(() => typeof createPortal, []);
      return <p>{ReactNamespace.useRef(count).current} {id}</p>;
    }`);
  assert.equal(markup, "<p>3 function</p>");
  assert.deepEqual(specifiers, ["react", "react-dom", "react/jsx-runtime"]);
});

Deno.test("a CommonJS package that requires React gets the shared one", async () => {
  const { markup, specifiers } = await render(
    `import Counter from "counter"; ${MANIFEST}
    export default function Hello() { return <Counter start={7} />; }`,
    {
      "node_modules/counter/package.json": '{ "name": "counter", "version": "1.0.0", "main": "counter.js" }',
      "node_modules/counter/counter.js": `
        var React = require("react");
        var jsx = require("react/jsx-runtime").jsx;
        var interop = (module) => module && module.__esModule ? module : { default: module };
        module.exports = function Counter(props) {
          var state = interop(React).default.useState(props.start);
          return jsx("b", { children: React.useRef(state[0]).current });
        };`,
    },
  );
  assert.equal(markup, "<b>7</b>");
  assert.deepEqual(specifiers, ["react", "react/jsx-runtime"]);
});

Deno.test("images are data URLs in modules and in stylesheets", async () => {
  const { markup, css } = await render(
    `import sun from "./sun.svg"; import "./widget.css"; ${MANIFEST}
    export default function Hello() { return <img src={sun} />; }`,
    {
      "widgets/001_hello/sun.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
      "widgets/001_hello/dot.png": "png",
      "widgets/001_hello/widget.css": "p { background: url(dot.png); mask: url(#shape) }",
    },
  );
  assert.match(markup, /^<img src="data:image\/svg\+xml,/);
  assert.match(css, /url\("?data:image\/png,png"?\)/);
  assert.match(css, /url\("?#shape"?\)/);
});

Deno.test("the names of a CSS module are those of its stylesheet", async () => {
  const { markup, css } = await render(
    `import styles from "./card.module.css"; ${MANIFEST}
    export default function Hello() { return <p className={styles.title} />; }`,
    { "widgets/001_hello/card.module.css": ".title { color: red }" },
  );
  const name = /class="([^"]+)"/.exec(markup)![1]!;
  assert.equal(css, `.${name}{color:red}`);
});

Deno.test("a module that is imported late is part of the bundle", async () => {
  const { specifiers, module } = await render(
    `${MANIFEST} export const late = () => import("./late.ts"); ${COMPONENT}`,
    { "widgets/001_hello/late.ts": 'export const text = "a late text";' },
  );
  assert.deepEqual(specifiers, ["react/jsx-runtime"]);
  assert.match(module, /a late text/);
});

Deno.test("a package's licence is kept, and no path with it", async () => {
  const files = {
    "node_modules/part/index.js": "/*! Licence of part */ export const part = () => 1;",
  };
  const { module } = await render(
    `import { part } from "part"; ${MANIFEST} export default function Hello() { return <p>{part()}</p>; }`,
    files,
  );
  assert.match(module, /Licence of part/);
  assert.doesNotMatch(module, /node_modules|part\/index/);
});

Deno.test("a package gives the same bytes from the project's folder and from one above", async () => {
  const part = "/*! Licence of part */ export const part = () => 1;";
  const source = `import { part } from "part"; ${MANIFEST}
    export default function Hello() { return <p>{part()}</p>; }`;
  await using below = await ProjectFolder.create({ [SOURCE]: source, "node_modules/part/index.js": part });
  await using above = await ProjectFolder.create({
    [`batch/${SOURCE}`]: source,
    "node_modules/part/index.js": part,
  });
  await below.build();
  await buildProject(join(above.path, "batch"), { isolation: denoIsolation(process.execPath) });
  assert.deepEqual(await below.read("dist/001_hello.tckb"), await above.read("batch/dist/001_hello.tckb"));
});
