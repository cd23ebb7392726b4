import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readAssetText } from "../../../web/assets/import_map/mod.ts";
import { writeSavedCards } from "../../../web/canvas/chat/saved_cards.ts";
import { type SealedCard, sealEmptyFile, sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";
import { openHostAssets } from "../host_assets.ts";
import type { BrowserFrame, BrowserPage } from "./each_browser.ts";
import { makeCards } from "./page_cards.ts";
import { findSavedCards } from "./saved_frame.ts";
import type { SealedSite } from "./sealed_site.ts";

/** Where a file is from. That of a chat, which has saved a card, is on the disk too. */
export type Origin = "disk" | "server" | "chat";

/** Opens a file with one widget or several (in a chat with one): from the disk, or as a server sends it that knows nothing of it. */
export async function openFile(
  site: SealedSite,
  page: BrowserPage,
  module: string | readonly string[],
  from: Origin,
  run: (frame: BrowserFrame) => Promise<void>,
): Promise<void> {
  const modules = typeof module === "string" ? [module] : module;
  const html = from === "chat" ? await saveInChat(modules[0]!) : await saveFeed(modules);
  await using folder = await temporaryFolder();
  const file = join(folder.path, "feed.html");
  await writeFile(file, html);
  site.received.length = 0;
  site.intercept = () => Promise.resolve(new Response(html, { headers: { "Content-Type": "text/html" } }));
  await page.goto(from === "server" ? `${site.origin}/feed.html` : pathToFileURL(file).href);
  try {
    await run(await findSavedCards(page));
  } finally {
    site.intercept = (_request, answer) => answer();
  }
}

/** A file with a feed of widgets, by their modules. */
export async function saveFeed(modules: readonly string[]): Promise<string> {
  const cards = await makeCards(modules.map((module) => ({ module })));
  return (await sealPage(cards, { assets: await openHostAssets(), title: "Page", isFile: true })).html;
}

async function saveInChat(module: string): Promise<string> {
  const assets = await openHostAssets();
  const scripts = [readAssetText(assets, "chat-cards.js")];
  const { html } = await sealPage([], { assets, title: "Cards", acceptsCards: true, scripts });
  const [{ widget, envelope }] = await makeCards([{ module }]) as [SealedCard];
  const { id, bundle: { hash } } = widget;
  const parts = { file: await sealEmptyFile(assets, "Cards"), cards: html };
  return writeSavedCards(parts, [{ widget: id, hash, size: null, state: null, envelope }]);
}

declare global {
  /** What the reader has pressed. */
  var pressed: string[] | undefined;
}
