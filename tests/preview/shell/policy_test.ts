// budget: 25 s: the preview in two browsers, and a snapshot
import assert from "node:assert/strict";
import { Studio } from "../snapshot/studio.ts";
import { testFrames, waitFor } from "./frame_page.ts";

const FILE = "widgets/001_blocked/widget.tck.tsx";

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

const MESSAGES = [
  ["A feed ignores a <style> element: write its rules into the widget's stylesheet", "style-src-elem", 13],
  ['A feed ignores style="…" in markup and setAttribute("style")', "style-src-attr", 6],
  ["A feed runs no WebAssembly", "script-src", 8],
  ['A feed plays no audio and no video "data', "media-src", null],
  ['A feed opens no connection to "https://elsewhere.example/data"', "connect-src", 9],
] as const;

const FILES = { [FILE]: BLOCKED };

testFrames(
  "a card is shown under the content policy of a feed, and the console has what the policy blocks",
  FILES,
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
    assert.deepEqual(colours.filter((colour) => colour === "rgb(1, 2, 3)"), []);
  },
);

Deno.test("a snapshot reports what the content policy of a feed blocks, with its line where it can be known", async () => {
  await using studio = await Studio.open({
    ...FILES,
    "widgets/002_allowed/widget.tck.tsx": `import "./widget.css";
export const manifest = { id: "allowed", cardType: "feed", sizes: ["2x2"] };
export default function Allowed() {
  return <p style={{ padding: 4 }} ref={(p) => { if (p) p.style.margin = "4px"; }}>
    allowed <img alt="" width="8" height="8" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>" />
  </p>;
}`,
    "widgets/002_allowed/widget.css": "p { color: var(--color-text) }",
  });
  const renderings = await studio.take({ themes: ["light"] });
  const found = (widget: string) =>
    renderings.filter((one) => one.widget === widget).flatMap(({ findings }) =>
      findings.filter(({ rule }) => ["policy.violated", "console.error", "page.error"].includes(rule))
    );
  assert.deepEqual(found("002_allowed"), []);
  const blocked = found("001_blocked");
  const others = blocked.filter(({ rule, severity }) => rule !== "policy.violated" || severity !== "error");
  assert.deepEqual(others, []);
  for (const [message, directive, line] of MESSAGES) {
    const same = blocked.filter((one) => one.message.includes(message) && one.message.includes(directive));
    assert.ok(same.length > 0, JSON.stringify([message, blocked], null, 1));
    if (line !== null) {
      const places = same.map(({ element }) =>
        element?.source && `${element.source.file}:${element.source.line}`
      );
      assert.ok(places.includes(`${FILE}:${line}`), JSON.stringify([message, places]));
    }
  }
});
