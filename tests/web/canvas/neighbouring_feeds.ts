import { within } from "../../waiting/mod.ts";
import { type BrowserFrame, waitFor } from "./each_browser.ts";
import type { SealedSite } from "./sealed_site.ts";

const PAGE = `<!doctype html><html lang="en"><title>Application</title>
  <script type="module">
    import "/__tck/v1/mount-feed.mjs";
    globalThis.events = [];
    for (const batchId of location.search.slice(1).split("&")) {
      const element = document.body.appendChild(document.createElement("main"));
      const onCard = (event) => globalThis.events.push(event);
      globalThis[Symbol.for("tck:mount-feed")](element, { batchId, canvas: "sealed", onCard });
    }
  </script>`;

/** Serves an application in front of a site, whose page `/application/?A&B` has a sealed feed for each batch. */
export function serveFeeds(site: SealedSite): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname !== "/application/") return fetch(new Request(site.origin + pathname + search, request));
    return new Response(PAGE, { headers: { "content-type": "text/html" } });
  });
}

/** A widget that shows a text. */
export const calm = (text: string): { module: string } => ({
  module: `import { createElement } from "react"; export default () => createElement("p", null, "${text}");`,
});

/** The cards of each frame of a page that answers, in an order of their own. */
export async function readCards(page: { frames(): BrowserFrame[] }): Promise<string[]> {
  const read = () =>
    [...document.querySelectorAll("article")].map(({ dataset, shadowRoot }) =>
      `${dataset["state"]} ${shadowRoot?.textContent ?? ""}`.trim()
    ).join();
  const frames = page.frames().slice(1).map((frame) =>
    within("the frame answers", frame.evaluate(read), 2_000).catch(() => "")
  );
  return (await Promise.all(frames)).filter((cards) => cards !== "").sort();
}

/** Waits until the frames have these cards. */
export async function waitForCards(page: { frames(): BrowserFrame[] }, ...expected: string[]): Promise<void> {
  await waitFor(async () => JSON.stringify(await readCards(page)) === JSON.stringify(expected) || null);
}

/** The cards that have failed, as the application was told. Runs in the page. */
export const readFailed = (): unknown[] =>
  (globalThis as unknown as { events: { state: string }[] }).events.filter(({ state }) => state === "failed");
