import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { createChatPage } from "../../../../web/canvas/chat/mod.ts";
import { PARTS_ID, type ViewParts } from "../../../../web/canvas/chat/view_parts.ts";
import { type Envelope, type EnvelopeOptions } from "../../../hosts/routes/envelopes.ts";
import { Chat } from "../../../hosts/routes/chat_client.ts";
import { listen, type TestServer } from "../../../hosts/routes/sockets.ts";
import { bearerOf } from "../../../hosts/routes/stack.ts";
import { openHostAssets } from "../../host_assets.ts";
import { type BrowserFrame, type BrowserPage, paintTwice, waitFor } from "../each_browser.ts";
import { SealedSite } from "../sealed_site.ts";
import type { ChatHostOptions, ChatHostRecord } from "./chat_host_page.ts";

/** What hosts allow a view that asks for nothing (MCP Apps, 2026-01-26). */
export const VIEW_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'self'",
].join("; ");

/** What the view asks its host for. */
export interface ViewCsp {
  readonly resourceDomains?: readonly string[];
}

/** The policy of a chat for the view; null: none. */
export type ViewPolicy = string | null | ((asked: ViewCsp) => string);

/**
 * The document between a chat and the view: it relays, and its policy is that of the view within.
 *
 * @param sandbox what the view's frame may do
 */
const createRelay = (sandbox: string) =>
  `<!doctype html><style>body { margin: 0 } iframe { border: 0; width: 100%; height: 100vh; display: block }</style>
<script>
const inner = document.createElement("iframe");
inner.setAttribute("sandbox", "${sandbox}");
addEventListener("message", ({ source, data }) => {
  if (source === inner.contentWindow) return parent.postMessage(data, "*");
  if (source !== parent) return;
  if (data?.method !== "ui/notifications/sandbox-resource-ready") return inner.contentWindow?.postMessage(data, "*");
  inner.srcdoc = data.params.html;
  document.body.append(inner);
});
parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*");
</script>`;

/** A result of a tool, which a test may change or delay on its way to the chat. */
export type ChangeResult = (name: string, result: { [field: string]: unknown }) => void | Promise<void>;

/** The real services, and a chat that shows their cards to user "ada". */
export class ChatSite {
  changeResult: ChangeResult = () => {};
  viewPolicy: ViewPolicy = VIEW_POLICY;
  /** Whether the chat puts the view into the body of a document of its own, whose head has the policy. */
  putsViewIntoBody = false;
  /** Whether the view has an origin of its own that is no address, so that it has no storage. */
  isOpaque = false;
  /** A document in place of the one with the cards; null: that of the view. */
  cardsDocument: string | null = null;

  private constructor(
    readonly sealed: SealedSite,
    private readonly chat: Chat,
    private readonly host: TestServer,
    private readonly relay: TestServer,
  ) {}

  static async open(): Promise<ChatSite> {
    const assets = await openHostAssets();
    const chatPage = createChatPage(assets);
    const sealed = await SealedSite.open("sealed", { assets, chatPage });
    const chat = await Chat.open(sealed.origin, await bearerOf("ada"));
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    const relay = listen(async () => {
      const { policy } = await site.#readView();
      const ownPolicy = policy === null || site.putsViewIntoBody ? {} : { "Content-Security-Policy": policy };
      const sandbox = `allow-scripts allow-forms${site.isOpaque ? "" : " allow-same-origin"}`;
      return new Response(createRelay(sandbox), { headers: { ...headers, ...ownPolicy } });
    });
    const script = await bundleHost();
    const page =
      `<!doctype html><title>Chat</title><style>body { margin: 0 } iframe { border: 0; height: 150px }</style>
<body data-sandbox="${relay.url}"><iframe sandbox="allow-scripts allow-same-origin allow-forms"></iframe>
<script type="module">${script}</script>`;
    const host = listen((request) => site.#answer(request, page));
    const site: ChatSite = new ChatSite(sealed, chat, host, relay);
    return site;
  }

  async #answer(request: Request, page: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/call") {
      const call = await request.json();
      const result = await this.chat.client.callTool(call);
      await this.changeResult(call.name, result);
      return Response.json(result);
    }
    if (pathname === "/view") {
      const { html, policy } = await this.#readView();
      return Response.json({ html: this.putsViewIntoBody ? wrapView(html, policy) : html });
    }
    return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  }

  /** The view, and the policy that the chat sets for it. */
  async #readView(): Promise<{ html: string; policy: string | null }> {
    const { contents: [view] } = await this.chat.client.readResource({ uri: "ui://tckb/card" });
    const { text, _meta } = view as { text: string; _meta?: { ui?: { csp?: ViewCsp } } };
    const { viewPolicy } = this;
    const policy = typeof viewPolicy === "function" ? viewPolicy(_meta?.ui?.csp ?? {}) : viewPolicy;
    return { html: this.cardsDocument === null ? text : replaceCards(text, this.cardsDocument), policy };
  }

  /** Commits cards as the page of a day of its own. Returns its id, and the bundles. */
  async addPage(cards: readonly EnvelopeOptions[]): Promise<{ batch: string; bundles: readonly Envelope[] }> {
    const { url, bundles } = await this.sealed.addBatch(cards);
    return { batch: url.split("/").at(-1)!, bundles };
  }

  /** Opens the chat, and lets it show the result of a tool. */
  async show(page: BrowserPage, options: ChatHostOptions): Promise<void> {
    await page.goto(this.host.url);
    await page.evaluate(async (options) => await chatHost.open(options), options);
  }

  async close(): Promise<void> {
    await this.chat[Symbol.asyncDispose]();
    for (const server of [this.host, this.relay]) await server.close();
    await this.sealed.close();
  }
}

/** The view with another document in the frame of the cards. */
function replaceCards(view: string, cards: string): string {
  return view.replace(new RegExp(`(?<=id="${PARTS_ID}">)[^<]*`), (parts) => {
    const replaced: ViewParts = { ...JSON.parse(parts), cards };
    return JSON.stringify(replaced).replaceAll("<", "\\u003c");
  });
}

function wrapView(html: string, policy: string | null): string {
  const meta = policy === null ? "" : `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return `<!doctype html><html><head>${meta}<meta charset="utf-8"></head><body>${html}</body></html>`;
}

async function bundleHost(): Promise<string> {
  const { outputFiles: [file] } = await esbuild.build({
    entryPoints: [fileURLToPath(new URL("./chat_host_page.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    tsconfigRaw: {},
    logLevel: "silent",
  });
  await esbuild.stop();
  return file!.text.replaceAll("</script", "<\\/script");
}

/** What the host has received. */
export async function readRecord(page: BrowserPage): Promise<ChatHostRecord> {
  return await page.evaluate(() => structuredClone(chatHost.record));
}

/** The view within the chat, once it is there. */
export async function findView(page: BrowserPage): Promise<BrowserFrame> {
  return await findFrame(page, () => document.querySelector("[role=status]") !== null);
}

/** The frame with the cards, once a number of them is shown or has failed. */
export async function findCards(page: BrowserPage, count: number): Promise<BrowserFrame> {
  return await waitFor(async () => {
    for (const frame of page.frames()) {
      if (await countSettled(frame).catch(() => 0) === count) return frame;
    }
    return null;
  });
}

/** Fails for a frame that is gone, which Puppeteer says by throwing at once. */
async function countSettled(frame: BrowserFrame): Promise<number> {
  return await frame.evaluate(() =>
    document.querySelectorAll('article[data-state="mounted"], article[data-state="failed"]').length
  );
}

/** The texts of the cards, or why they failed. */
export async function readCards(frame: BrowserFrame): Promise<string[]> {
  return await frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("article")].map(({ dataset, shadowRoot }) =>
      shadowRoot?.querySelector("[data-tck-content]")?.textContent ?? `${dataset.state}: ${dataset.failure}`
    )
  );
}

/** The texts of the cards once a number of them is shown. A frame that is replaced meanwhile is not read. */
export async function readShown(page: BrowserPage, count: number): Promise<string[]> {
  return await waitFor(async () => await readCards(await findCards(page, count)).catch(() => null));
}

/** Clicks on the first link of a card. The frames around the view begin at the corner of the page. */
export async function clickLink(page: BrowserPage, index: number): Promise<void> {
  let before = "";
  const { x, y } = await waitFor(async () => {
    const place = await findLink(page, index);
    const isStill = before === JSON.stringify(place);
    before = JSON.stringify(place);
    return isStill ? place : null;
  });
  await page.mouse.click(x, y);
}

async function findLink(page: BrowserPage, index: number): Promise<{ x: number; y: number }> {
  const view = await findView(page);
  const cards = await findCards(page, 2);
  for (const each of [view, cards]) await each.evaluate(paintTwice);
  const frame = await view.evaluate(() => {
    const { left, top } = document.querySelector("iframe")!.getBoundingClientRect();
    return { left, top };
  });
  const link = await cards.evaluate((index) => {
    const link = document.querySelectorAll("article")[index]!.shadowRoot!.querySelector("a")!;
    const { left, top, width, height } = link.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, index);
  return { x: frame.left + link.x, y: frame.top + link.y };
}

async function findFrame(page: BrowserPage, matches: () => boolean): Promise<BrowserFrame> {
  return await waitFor(async () => {
    for (const frame of page.frames()) {
      if (await frame.evaluate(matches).catch(() => false)) return frame;
    }
    return null;
  });
}
