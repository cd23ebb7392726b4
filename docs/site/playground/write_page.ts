/**
 * The policy of the page: its own files only. Inline styles are written through the object model. What the browser fetches ahead
 * has no directive of its own.
 */
const POLICY = [
  "default-src 'self'",
  "img-src data:", // The marks of the editor.
  "font-src 'none'",
  "media-src 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

export interface PageLink {
  readonly title: string;
  /** Its address, relative to the playground. */
  readonly address: string;
}

/** What the page loads, by paths relative to it, and where it leads to. */
export interface PageParts {
  readonly script: string;
  readonly editor: string;
  readonly styles: string;
  /** The document that shows the first cards until they are live, and its height in CSS pixels. */
  readonly painted: { readonly path: string; readonly height: number };
  readonly links: readonly PageLink[];
}

/** Writes the page. Its links open beside it, so that what was written stays. */
export function writePage({ script, editor, styles, painted, links }: PageParts): string {
  const list = links.map(({ title, address }) =>
    `<a href="${address}" target="_blank" rel="noopener">${title}</a>`
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Write a card in the browser, and see it as a feed shows it">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>tckb playground</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="./${styles}">
<link rel="modulepreload" href="./${editor}">
<script type="module" src="./${script}"></script>
</head>
<body>
<header>
<h1>Playground</h1>
${list.length === 0 ? "" : `<nav aria-label="Site">${list.join("")}</nav>`}
<div class="actions">
<button type="button" id="run" hidden>Run</button>
<button type="button" id="share">Copy link</button>
<button type="button" id="save-bundle" disabled>Save .tckb</button>
<button type="button" id="save-project">Save project</button>
</div>
</header>
<main>
<section class="source" aria-label="Source">
<div class="row" id="files" role="group" aria-label="Files"></div>
<div id="editor"></div>
<div class="row">
<label>New file <input id="name" placeholder="parts/row.tsx" autocomplete="off" spellcheck="false"></label>
<button type="button" id="add">Add</button>
<button type="button" id="remove">Remove open file</button>
</div>
<p id="status" role="status">Loading…</p>
<ul id="problems" aria-label="Problems"></ul>
</section>
<section aria-label="Card">
<div class="row">
<label>Size <select id="size"><option value="">All sizes</option></select></label>
<label>State <select id="state"><option value="">Default state</option></select></label>
<label>Language <select id="language"><option value="">Your language</option></select></label>
<label>Theme <select id="theme"><option value="">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</div>
<div id="cards"><iframe id="painted" src="./${painted.path}" sandbox="" height="${painted.height}" title="Cards"></iframe></div>
<p class="limits">This is the bundler of <code>tck build</code>, with the same rules, types and bytes. It has no Tailwind and no npm packages: for these, save the project.</p>
</section>
</main>
<noscript>The playground requires JavaScript.</noscript>
</body>
</html>
`;
}
