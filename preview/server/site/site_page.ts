import { createHash } from "node:crypto";
import { writeCardPolicy } from "../../../web/canvas/sealed_page/mod.ts";
import { GENERATOR } from "../snapshot/baseline/snapshot_folder.ts";
import { EMPTY_STYLE } from "../vite/page_policy.ts";
import type { SiteAssets } from "./site_paths.ts";

/** What the page of a site refers to. */
interface SitePage {
  readonly assets: SiteAssets;
  /** Paths of the site by specifier, besides those of the assets. */
  readonly imports: { readonly [specifier: string]: string };
  /** The modules of the card that the Stage shows first, and the lists that name it. */
  readonly preloaded: readonly string[];
  /** Whether the site has pictures of a review. */
  readonly hasPictures: boolean;
}

/**
 * The nonce of the stylesheets that the shell writes. Everybody can read it, and so can a widget in a page with a random one
 * (decision 083): it keeps out what comes with markup.
 */
const NONCE = "tck-site";

/** A browser loads no module of a file: the page says so, instead of showing nothing. */
const FILE_SCRIPT =
  `if (location.protocol === "file:") document.getElementById("tck-file").hidden = false, document.getElementById("tck-shell").hidden = true;`;

/**
 * Writes the page of a site: the one file whose name stays, since its addresses are queries. It names all others, each by
 * the hash of its content.
 */
export function writeSitePage({ assets, imports, preloaded, hasPictures }: SitePage): string {
  const map = { imports: addressesOf({ ...assets.imports, ...imports }) };
  // No text in it ends the element.
  const mapText = JSON.stringify(map).replaceAll("<", "\\u003c");
  const policy = writeCardPolicy(
    [
      `script-src 'self' ${[mapText, FILE_SCRIPT].map(hashOf).join(" ")}`,
      `style-src 'self' 'nonce-${NONCE}' ${EMPTY_STYLE}`,
      "worker-src 'none'",
    ],
    { pictures: "data: blob:", ownPictures: hasPictures ? "'self' " : "", fonts: "data:" },
  );
  const modules = [...assets.preloaded, imports["virtual:tck/live-widgets"]!, ...preloaded];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Cards of a project, in their sizes, states, languages and themes">
<meta name="generator" content="${GENERATOR}">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta property="csp-nonce" nonce="${NONCE}">
<title>tck preview</title>
<link rel="icon" href="data:,">
<script type="importmap">${mapText}</script>
${assets.styles.map((path) => `<link rel="stylesheet" href="./${path}">`).join("\n")}
${modules.map((path) => `<link rel="modulepreload" href="./${path}">`).join("\n")}
<script type="module" src="./${assets.entry}"></script>
</head>
<body>
<div id="tck-shell"><p role="status">Starting the preview…</p></div>
<p id="tck-file" hidden>Browsers load the modules of this page from a server only. Serve its folder, for example with <code>npx serve</code>, and open that address.</p>
<script>${FILE_SCRIPT}</script>
<noscript>The preview requires JavaScript.</noscript>
</body>
</html>
`;
}

/** An import map needs addresses that begin with a dot. */
function addressesOf(paths: { readonly [specifier: string]: string }): { [specifier: string]: string } {
  return Object.fromEntries(Object.entries(paths).map(([specifier, path]) => [specifier, `./${path}`]));
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
