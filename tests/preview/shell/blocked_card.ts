import assert from "node:assert/strict";
import type { FrameCase } from "./frame_cases.ts";
import { waitFor } from "./frame_page.ts";

/** The source of the first widget. */
export const FILE = "widgets/001_blocked/widget.tck.tsx";

/** A widget that does what a feed blocks, with the line of each. */
const BLOCKED = `import { useEffect, useRef } from "react";
export const manifest = { id: "blocked", cardType: "feed", sizes: ["2x2"] };
export default function Blocked() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current!.setAttribute("style", "color: rgb(1, 2, 3)");
    const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    try { new WebAssembly.Module(bytes); } catch { /* The feed's readers see this. */ }
    void fetch("https://elsewhere.example/data").catch(() => {});
  }, []);
  return (
    <section>
      <style>{"p { color: rgb(1, 2, 3) }"}</style>
      <p className="plain">plain</p>
      <div ref={box}>set</div>
      <div dangerouslySetInnerHTML={{ __html: '<b style="color: rgb(1, 2, 3)">markup</b>' }} />
      <audio src="data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEA" />
    </section>
  );
}
`;

/** What the console has of it: the directive, and the line where it can be known. */
export const MESSAGES = [
  ["A feed ignores a <style> element: write its rules into the widget's stylesheet", "style-src-elem", 13],
  ['A feed ignores style="…" in markup and setAttribute("style")', "style-src-attr", 6],
  ["A feed runs no WebAssembly", "script-src", 8],
  ['A feed plays no audio and no video "data', "media-src", null],
  ['A feed opens no connection to "https://elsewhere.example/data"', "connect-src", 9],
] as const;

/** A project with that widget. */
export const FILES = { [FILE]: BLOCKED };

/** A widget with what React takes for the page's, also by a package. */
const OF_A_PAGE = `import { createElement } from "react";
import { preload } from "react-dom";
import { Other } from "other";
export const manifest = { id: "head", cardType: "feed", sizes: ["2x2"] };
export default function Head() {
  preload("/of-a-card.css", { as: "style" });
  return <body className="of-a-card">
    <title>of-a-card</title>
    <meta name="of-a-card" content="" />
    {createElement("link", { rel: "canonical", href: "/of-a-card" })}
    <Other />
    <p>shown</p>
  </body>;
}
`;

const OF_A_PAGE_FILES = {
  "widgets/002_head/widget.tck.tsx": OF_A_PAGE,
  "node_modules/other/package.json": '{ "name": "other", "main": "other.cjs" }',
  "node_modules/other/other.cjs":
    'const { jsx } = require("react/jsx-runtime"); exports.Other = () => jsx("title", { children: "of-a-card" });',
};

/** Cards under the content policy of a feed. */
export const BLOCKED_CARD: FrameCase = [
  "a card is shown under the content policy of a feed, the console has what it blocks, and no card changes the page",
  { ...FILES, ...OF_A_PAGE_FILES },
  async ({ page, open, preview }) => {
    await open("?widget=001_blocked");
    await page.evaluate(() => localStorage.setItem("tck-preview:panels", JSON.stringify({ console: true })));
    await page.goto(`${preview}/?widget=001_blocked`, { waitUntil: "domcontentloaded" });
    const log = await waitFor("the messages", async () => {
      const text = await page.evaluate(() => document.querySelector(".shell-log")?.textContent ?? "");
      return MESSAGES.every(([message]) => text.includes(message)) ? text : null;
    });
    for (const [, directive] of MESSAGES) {
      assert.ok(log.includes(`content policy of a feed: ${directive})`), log);
    }
    const colours = await page.evaluate(() => {
      const root = document.querySelector("article.tck-card")!.shadowRoot!;
      return Array.from(root.querySelectorAll("p, div, b"), (element) => getComputedStyle(element).color);
    });
    assert.ok(colours.length >= 3, colours.join());
    assert.ok(!colours.includes("rgb(1, 2, 3)"), colours.join());
    await page.goto(`${preview}/?widget=002_head`, { waitUntil: "domcontentloaded" });
    const titles = await waitFor("the second card", () =>
      page.evaluate(() => {
        const root = document.querySelector("article.tck-card")?.shadowRoot;
        return root?.querySelector("p")?.textContent === "shown"
          ? root.querySelectorAll("title").length
          : null;
      }));
    const outside = await page.evaluate(() =>
      document.head.outerHTML + document.body.className + document.title
    );
    assert.deepEqual([titles, outside.includes("of-a-card")], [2, false]);
  },
];
