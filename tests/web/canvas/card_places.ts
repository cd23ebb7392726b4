import { sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import type { EnvelopeOptions } from "../../hosts/routes/envelopes.ts";
import { openHostAssets } from "../host_assets.ts";
import { type ChatSite, findCards, VIEW_POLICY } from "./chat/chat_site.ts";
import { type BrowserFrame, type BrowserPage, waitFor, waitForSettled } from "./each_browser.ts";
import { makeCards } from "./page_cards.ts";
import { findSavedCards } from "./saved_frame.ts";

/** Opens a widget somewhere. Returns the document that it runs in. */
export type OpenCard = (site: ChatSite, page: BrowserPage, widget: EnvelopeOptions) => Promise<BrowserFrame>;

/** Opens a widget in a sealed canvas. */
export async function openSealed(
  site: ChatSite,
  page: BrowserPage,
  widget: EnvelopeOptions,
): Promise<BrowserFrame> {
  const { url } = await site.sealed.addBatch([widget]);
  await page.goto(url);
  return await waitForSettled(page, "sealed", 1);
}

/** Opens a widget in a saved file, as a server sends it that knows nothing of it. */
export async function openSaved(
  site: ChatSite,
  page: BrowserPage,
  widget: EnvelopeOptions,
): Promise<BrowserFrame> {
  const assets = await openHostAssets();
  const { html } = await sealPage(await makeCards([widget]), { assets, title: "Page", isFile: true });
  site.sealed.intercept = () =>
    Promise.resolve(new Response(html, { headers: { "Content-Type": "text/html" } }));
  await page.goto(`${site.sealed.origin}/feed.html`);
  site.sealed.intercept = (_request, answer) => answer();
  return await findSavedCards(page);
}

/** Opens a widget in a chat whose host has a policy. */
export function openChat(policy: string | null = VIEW_POLICY): OpenCard {
  return async (site, page, widget) => {
    const { batch } = await site.addPage([widget]);
    site.viewPolicy = policy;
    try {
      await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
      return await findCards(page, 1);
    } finally {
      site.viewPolicy = VIEW_POLICY;
    }
  };
}

/** What an attacking widget says at its end. */
export async function readResults(frame: BrowserFrame): Promise<string[]> {
  return JSON.parse(
    await waitFor(() =>
      frame.evaluate(() =>
        document.querySelector("article")?.shadowRoot?.querySelector("[data-results]")?.textContent ?? null
      )
    ),
  );
}
