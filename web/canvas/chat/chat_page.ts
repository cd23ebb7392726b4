import { type HostAssets, readAssetText } from "../../assets/import_map/mod.ts";
import { writeCardPolicy } from "../card_policy.ts";
import { sealEmptyFile, sealPage } from "../sealed_page/mod.ts";
import { PARTS_ID, type ViewParts } from "./view_parts.ts";

/** Makes the document of the view for an application. */
export type ChatPage = (appUrl: string) => Promise<string>;

/**
 * Makes the view that a chat shows (MCP Apps, 2026-01-26): one document without network, which needs nothing of a host but
 * inline scripts and styles. It contains the document of the frame with the cards, which is made with the first view.
 *
 * @param assets the files of the canvas
 */
export function createChatPage(assets: HostAssets): ChatPage {
  let parts: Promise<Omit<ViewParts, "appUrl">> | undefined;
  return async (appUrl) => {
    parts ??= sealParts(assets);
    return renderView({ ...await parts, appUrl }, readAssetText(assets, "chat-view.js"));
  };
}

async function sealParts(assets: HostAssets): Promise<Omit<ViewParts, "appUrl">> {
  const scripts = [readAssetText(assets, "chat-cards.js")];
  const { html } = await sealPage([], { assets, title: TITLE, acceptsCards: true, scripts });
  return { cards: html, file: await sealEmptyFile(assets, TITLE) };
}

const TITLE = "Cards";

function renderView(parts: ViewParts, script: string): string {
  return `<!doctype html>
<html lang="en" data-theme="light" data-mode="inline">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cards</title>
<style>${STYLE}</style>
</head>
<body>
<p role="status">Loading…</p>
<script type="application/json" id="${PARTS_ID}">${JSON.stringify(parts).replaceAll("<", "\\u003c")}</script>
<script>${script}</script>
</body>
</html>
`;
}

/**
 * The policy of the view, also where a host sets none. The frame with the cards inherits it, and with it must be allowed the
 * inline scripts of bundles, which nobody knows when the view is made. `frame-src` does not apply to the document in
 * `srcdoc`, and lets the frame be navigated nowhere.
 */
const POLICY = writeCardPolicy(
  ["script-src 'unsafe-inline'", "style-src 'unsafe-inline'", "frame-src 'none'"],
  { pictures: "data: blob:" },
);

/**
 * The host shows its own background behind the view, which has none. A frame without a height would not be rendered, and
 * could not say how high its content is.
 */
const STYLE = `
:root { color-scheme: light; background: transparent; font: 0.875rem/1.5 system-ui, sans-serif; }
:root[data-theme="dark"] { color-scheme: dark; }
body { margin: 0; }
:root[data-mode="inline"] body { overflow: hidden; }
:root[data-mode="fullscreen"] body { padding: 1rem; }
p { margin: 0; padding: 0.75rem; color: light-dark(#68625a, #a9a197); }
iframe:not([hidden]) { display: block; }
button { display: block; margin: 0.5rem 0 0 auto; padding: 0.25rem 0.75rem; color: light-dark(#23201c, #ece7df); font: inherit; background: transparent; border: 1px solid light-dark(#d8d2c8, #4a453e); border-radius: 0.5rem; cursor: pointer; }
button:focus-visible { outline: 2px solid light-dark(#0f5c73, #7cc4d8); outline-offset: 2px; }
button[hidden] { display: none; }
span:focus-visible + iframe, iframe:has(+ span:focus-visible) { outline: 2px solid light-dark(#0f5c73, #7cc4d8); outline-offset: -2px; }
iframe { inline-size: 100%; block-size: 8rem; border: 0; background: transparent; }
`;
