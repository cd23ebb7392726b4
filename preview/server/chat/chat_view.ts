import { createChatPage, VIEW_CSP } from "../../../web/canvas/chat/mod.ts";
import { loadPageAssets } from "../feed_page/mod.ts";

/** The view of cards, as the page of the chat shows it in a frame. */
interface ChatViewDocument {
  /** The whole document, with the policy of a host. */
  readonly html: string;
  /** The same policy as a header, with a sandbox, which only a header can have. */
  readonly policy: string;
}

/** The application to which links of cards without an origin belong. A preview has none. */
const APP_URL = "https://app.example.com";

const ASKED = VIEW_CSP.resourceDomains.join(" ");

/**
 * What a host allows the view by what it asks for (MCP Apps, 2026-01-26), without its `'self'`: the document has an opaque
 * origin, which is more than a host does.
 */
const VIEW_POLICY = [
  "default-src 'none'",
  `script-src 'unsafe-inline' ${ASKED}`,
  `style-src 'unsafe-inline' ${ASKED}`,
  `img-src ${ASKED}`,
  `font-src ${ASKED}`,
  `media-src ${ASKED}`,
  "connect-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
].join("; ");

/** Makes the view that the web app serves to chats as `ui://tckb/card`. */
export async function createChatView(): Promise<ChatViewDocument> {
  const html = await createChatPage(await loadPageAssets())(APP_URL);
  const element = `<meta http-equiv="Content-Security-Policy" content="${VIEW_POLICY}">`;
  return {
    html: html.replace("<head>", () => `<head>\n${element}`),
    policy: `sandbox allow-scripts allow-forms; ${VIEW_POLICY}`,
  };
}
