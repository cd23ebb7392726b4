// budget: 15 s: two feeds in a browser each
import assert from "node:assert/strict";
import { drawFeed } from "../../../hosts/cli/draw_feed.ts";
import { DENO_HOST } from "../../../hosts/deno/deno_host.ts";
import type { launchBrowser } from "../../../preview/server/snapshot/mod.ts";
import type { sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import { assertLoopEnds, CALM, draw } from "./hostile_feeds.ts";

/** Lies about the page, puts in what is not the feed's, and takes a neighbour away. */
const LIAR = `
  import { createElement as h } from "react";
  const lie = () => {
    const root = document.getElementById("canvas-feed-root");
    for (let count = 0; count < 3000; count++) {
      const article = document.createElement("article");
      article.dataset.widgetId = "more-" + count;
      root.append(article);
    }
    [...document.getElementsByTagName("article")].find((one) => one.dataset.widgetId === "w3")?.remove();
    Element.prototype.getAttribute = () => "of the liar";
    Object.defineProperty(Element.prototype, "innerHTML", { get: () => "<p>of the liar</p>" });
    Object.defineProperty(Element.prototype, "shadowRoot", { get() { for (;;); } });
    document.querySelectorAll = document.querySelector = () => null;
  };
  export default () => {
    const root = document.getElementById("canvas-feed-root");
    new MutationObserver(() => root.dataset.state === "ready" && lie()).observe(root, { attributes: true });
    return h("section", null, h("p", null, "\\u001b[31mred\\u202e"), h("article", { "data-widget-id": "w9" }, "inner"));
  };`;

// claim: export-of-the-batch
Deno.test("a feed's files are those of its widgets, whatever a card makes of the page, and control no terminal", async () => {
  const { files, failed } = await draw([LIAR, CALM, `${CALM}//3`], "txt");
  assert.deepEqual(files.map(({ name }) => name), ["-01.txt", "-02.txt"]);
  assert.equal(failed, 1, "the card that is gone");
  assert.match(String(files[0]!.content), /\\u001b\[31mred\\u202e/);
  assert.match(String(files[1]!.content), /calm/);
  // deno-lint-ignore no-control-regex -- none of them is left
  for (const { content } of files) assert.doesNotMatch(String(content), /\u001b|of the liar/);
});

// The other formats are in hostile_export_soak.ts.
// claim: export-deadline
Deno.test("a card that loops does not hold up an export", () => assertLoopEnds("txt"));

Deno.test("a browser that does not start is not waited for, and is closed when it starts after all", async () => {
  const starting = Promise.withResolvers<Awaited<ReturnType<typeof launchBrowser>>>();
  const host = { ...DENO_HOST, launchBrowser: () => starting.promise };
  const page = { html: "", policy: "" } as Awaited<ReturnType<typeof sealPage>>;
  await assert.rejects(drawFeed(page, [], "pdf", host, 20), {
    code: "feed.unresponsive",
    message: "Cannot draw the feed as pdf: the browser does not start within 0.02 s",
  });
  const closed = Promise.withResolvers<void>();
  starting.resolve(
    { close: () => Promise.resolve(closed.resolve()) } as Awaited<ReturnType<typeof launchBrowser>>,
  );
  await closed.promise;
});
