import assert from "node:assert/strict";
import { MANIFEST, ProjectFolder, SOURCE } from "./project_folder.ts";

/** The places of `feed.blocked` in a widget, as `line:column message`. */
async function blockedIn(
  component: string,
  { top = "", files = {} }: { top?: string; files?: { [path: string]: string } } = {},
): Promise<string[]> {
  const source = `${top}\n${MANIFEST}\nexport default function Hello() {\n${component}\n}\n`;
  await using project = await ProjectFolder.create({ [SOURCE]: source, ...files });
  const { diagnostics, warnings } = await project.build();
  assert.deepEqual(diagnostics, []);
  return warnings.filter(({ code }) => code === "feed.blocked")
    .map(({ line, column, message }) => `${line}:${column} ${message}`);
}

const ELEMENT = "a feed ignores a <style> element";
const IMAGE = "a feed shows no image of another address";
const FRAME = "a feed shows no frames and objects";
const SCRIPT = "a feed loads no scripts and stylesheets by their address";
const CONNECTION = "a feed opens no connection";
const ATTRIBUTE = 'a feed ignores style="…" in markup and setAttribute("style")';

for (
  const [component, expected, top = ""] of [
    ['return <p><style>{".a { margin: 0 }"}</style></p>;', `4:11 ${ELEMENT}`],
    [
      'return createElement("style", null, ".a { margin: 0 }");',
      `4:8 ${ELEMENT}`,
      'import { createElement } from "react";',
    ],
    ['return React.createElement("style", null, "");', `4:8 ${ELEMENT}`, 'import React from "react";'],
    ['return <p ref={() => { document.createElement("style"); }} />;', `4:24 ${ELEMENT}`],
    [
      'return <p dangerouslySetInnerHTML={{ __html: "<style>p { margin: 0 }</style>" }} />;',
      `4:46 ${ELEMENT}`,
    ],
    ["return <p dangerouslySetInnerHTML={{ __html: `<b style='margin: 0'>a</b>` }} />;", `4:46 ${ATTRIBUTE}`],
    ['return <p ref={(p) => p?.setAttribute("style", "margin: 0")} />;', `4:23 ${ATTRIBUTE}`],
    ['return <audio src="data:audio/wav;base64,UklG" />;', "4:19 a feed plays no audio and no video"],
    ['return <video src="https://a.example/b.mp4" />;', "4:15 a feed plays no audio and no video"],
    ['return <iframe title="a" src="https://a.example" />;', `4:8 ${FRAME}`],
    ['return <object data="https://a.example" />;', `4:8 ${FRAME}`],
    ['return <script src="https://a.example/b.js" />;', `4:8 ${SCRIPT}`],
    ['return <link rel="stylesheet" href="https://a.example/b.css" />;', `4:8 ${SCRIPT}`],
    ['return <form action="https://a.example"><button>Go</button></form>;', "4:14 a feed sends no forms"],
    [
      "return <p ref={() => void WebAssembly.compile(new Uint8Array())} />;",
      "4:27 a feed runs no WebAssembly",
    ],
    ['return <img alt="" src="https://a.example/b.png" />;', `4:20 ${IMAGE}`],
    ["return <img alt='' src={`//a.example/${Date.now()}`} />;", `4:20 ${IMAGE}`],
    ["return <img alt='' src={BASE + 'b.png'} />;", `4:20 ${IMAGE}`, 'const BASE = "https://a.example/";'],
    ['return <svg><image href="https://a.example/b.png" /></svg>;', `4:20 ${IMAGE}`],
    ['return <p style={{ background: "url(https://a.example/b.png)" }} />;', `4:32 ${IMAGE}`],
    [
      "return <p dangerouslySetInnerHTML={{ __html: '<img alt=\"\" src=https://a.example/b>' }} />;",
      `4:46 ${IMAGE}`,
    ],
    ['return <p ref={() => { new Image().src = "https://a.example/b"; }} />;', `4:24 ${IMAGE}`],
    ['return <p ref={() => void fetch("https://a.example")} />;', `4:27 ${CONNECTION}`],
    ['return <p ref={() => void globalThis.fetch("/b")} />;', `4:27 ${CONNECTION}`],
    ['return <p ref={() => void new WebSocket("wss://a.example")} />;', `4:27 ${CONNECTION}`],
    ['return <p ref={() => void navigator.sendBeacon("/b")} />;', `4:27 ${CONNECTION}`],
  ] as const
) {
  Deno.test(`the build warns of what the content policy of a feed blocks: ${component}`, async () => {
    assert.deepEqual(await blockedIn(component, { top }), [expected]);
  });
}

Deno.test("the build warns once of each package that writes its styles into the page", async () => {
  const top = `import styled from "styled-components"; import { css } from "@emotion/css";`;
  const part = "export default () => ''; export const css = () => '';";
  const files = {
    "node_modules/styled-components/index.js": `export { default } from "./styled.js";`,
    "node_modules/styled-components/styled.js": part,
    "node_modules/@emotion/css/index.js": part,
  };
  assert.deepEqual(await blockedIn("return <p className={css()}>{styled()}</p>;", { top, files }), [
    "null:null @emotion/css writes its styles into the page, where they do not reach a card",
    "null:null styled-components writes its styles into the page, where they do not reach a card",
  ]);
});

Deno.test("packages of other names that write their styles into the page are named too", async () => {
  const names = ["@griffel/core", "@stitches/react", "jss", "typestyle"];
  const top = names.map((name, index) => `import { css as css${index} } from ${JSON.stringify(name)};`).join(
    "\n",
  );
  const part = "export const css = () => '';";
  const files = Object.fromEntries(names.map((name) => [`node_modules/${name}/index.js`, part]));
  const used = names.map((_, index) => `css${index}()`).join(" + ");
  const found = await blockedIn(`return <p className={${used}}>a</p>;`, { top, files });
  assert.deepEqual(
    found,
    names.map((name) => `null:null ${name} writes its styles into the page, where they do not reach a card`),
  );
});

Deno.test("the build does not warn of what a feed shows", async () => {
  const component =
    `return <p style={{ margin: 0 }} data-style="style" title={typeof WebAssembly} ref={(p) => {
    if (p) p.style.margin = "1px";
    p?.setAttribute("data-style", "style");
    new CSSStyleSheet().replaceSync("p { margin: 0 }");
  }}>a &lt; b; style = "c" {pick("style", {})} <img src={sign} alt="" /></p>;`;
  const top = `import sign from "./sign.svg"; import { write } from "writer";
    const pick = (name: string, from: Record<string, string>) => from[name] ?? write;`;
  const files = {
    "widgets/001_hello/sign.svg": '<svg xmlns="http://www.w3.org/2000/svg"><path style="fill: red"/></svg>',
    // A package that writes for other pages too.
    "node_modules/writer/index.js": 'export const write = () => document.createElement("style");',
  };
  assert.deepEqual(await blockedIn(component, { top, files }), []);
});

Deno.test("links, embedded images and functions of other names are not taken for images and connections", async () => {
  const component =
    `return <p title={typeof fetch} ref={(p) => { if (p) p.title = load("https://a.example", fetch); }}>
    <a href="https://a.example/b.png">https://a.example</a> <img alt="" src={pick({ src: "https://a.example" })} />
    <svg><use href="#a" /><image href="data:image/png;base64,AAAA" /></svg></p>;`;
  const top = `const fetch = (url: string) => url;
    const load = (url: string, fetch: (url: string) => string) => fetch(url);
    const pick = ({ src }: { src: string }) => "data:image/png;base64," + src.length;`;
  assert.deepEqual(await blockedIn(component, { top }), []);
});

Deno.test("WebAssembly of a package is named, with the package's file", async () => {
  const files = {
    "node_modules/fast/index.js": "export const load = () => WebAssembly.compile(new Uint8Array());",
  };
  const found = await blockedIn("return <p ref={() => void load()} />;", {
    top: 'import { load } from "fast";',
    files,
  });
  assert.deepEqual(found, ["1:27 a feed runs no WebAssembly"]);
});
