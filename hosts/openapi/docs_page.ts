import { html, raw } from "hono/html";
import { toIntegrity } from "../../core/bytes/mod.ts";
import { allowByHash, ISOLATION_HEADERS } from "../routes/mod.ts";
import { VIEWER_HASH, VIEWER_PATH } from "./viewer.ts";

/** The page that shows an OpenAPI document, and its headers. */
export interface DocsPage {
  html: string;
  headers: { readonly [name: string]: string };
}

/**
 * Renders the page. Its script is a third party's, so the page has an opaque origin: no cookies, no storage, no
 * session, and nothing but the document can be loaded.
 */
export async function renderDocsPage({ title, description }: DocsTexts): Promise<DocsPage> {
  const policy = [
    "default-src 'none'",
    "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
    `script-src ${await allowByHash([MEMORY_STORAGE])} '${toIntegrity(VIEWER_HASH)}'`,
    // The viewer adds empty style elements, and then rules through the object model.
    `style-src ${await allowByHash([STYLE, ""])}`,
    "connect-src 'self'",
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    html: String(await renderHtml({ title, description })),
    headers: {
      ...ISOLATION_HEADERS,
      "Content-Security-Policy": policy.join("; "),
      "Referrer-Policy": "no-referrer",
    },
  };
}

/** The texts of the page without the viewer. */
interface DocsTexts {
  title: string;
  description: string;
}

function renderHtml({ title, description }: DocsTexts) {
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title}</title>
        <link rel="icon" href="data:,">
        <style>${raw(STYLE)}</style>
      </head>
      <body>
        <redoc spec-url="/openapi.json" disable-telemetry="true">
          <p>${description} The whole description is in <a href="/openapi.json">openapi.json</a>.</p>
        </redoc>
        <script>${raw(MEMORY_STORAGE)}</script>
        <script type="module" src="${VIEWER_PATH}" integrity="${toIntegrity(VIEWER_HASH)}"></script>
      </body>
    </html>
  `;
}

/** Colours with a contrast of 4.5 or more, and without what the policy blocks: the logo, and links to chats. */
const STYLE = `
html:root { color-scheme: light dark; }
html:root:not(.dark) {
  --color-blue-6: #1a62d6;
  --color-blue-7: #1d55b0;
  --input-content-placeholder-color: #62636c;
}
html:root.dark { --input-content-placeholder-color: #a5a6b1; }
html:root:not(.dark) .tag-get { --tag-color: #0c7a41; }
html:root:not(.dark) .tag-delete { --tag-color: #b3261e; }
html:root .schema-name { color: var(--text-color-primary); }
body { margin: 0; font-family: system-ui, sans-serif; }
redoc > p { padding: 1.5rem; }
a[href="https://redocly.com/redoc/"] p::after { content: " Redoc"; }
[data-testid="page-actions"] { display: none; }
`;

/** In an origin of its own a page has no storage: the viewer keeps the colour mode in memory. */
const MEMORY_STORAGE = `
for (const name of ["localStorage", "sessionStorage"]) {
  const items = new Map();
  const value = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, String(text)),
    removeItem: (key) => void items.delete(key),
  };
  Object.defineProperty(window, name, { value });
}
Object.defineProperty(document, "cookie", { value: "", writable: true });
`;
