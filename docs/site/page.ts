import { VERSION } from "../../core/contract/mod.ts";
import { escapeText } from "../../web/canvas/escaped_text.ts";
import type { Heading } from "./markdown.ts";

export interface NavigationLink {
  readonly title: string;
  /** Its address below the site. */
  readonly path: string;
}

/** The parts that all pages of the site have. */
export interface SiteFrame {
  /** The paths of the hashed assets. */
  readonly assets: { readonly styles: string; readonly theme: string; readonly script: string };
  /** Whether sites of other versions are beside it. */
  readonly isVersioned: boolean;
}

/** What a page has of its own. */
export interface PageContent {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The markup of its main part. */
  readonly html: string;
  readonly headings?: readonly Heading[];
  /** The links beside it, by groups; absent for a page as wide as the window. */
  readonly navigation?: readonly { readonly title: string; readonly links: readonly NavigationLink[] }[];
  /** The Markdown beside it, where it is one file. */
  readonly markdown?: string;
  /** The part of the site that it belongs to. */
  readonly part: "docs" | "gallery" | "home";
}

/** Nothing is loaded from elsewhere, and no text of a page is a script or a style. The search compiles its index's reader. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The address of a path of the site in a page at another one. */
export function relativeTo(from: string, path: string): string {
  return "../".repeat(from.split("/").length - 1) + path;
}

/** Writes a page. All addresses are relative, so that the site is the same below any path. */
export function renderPage(content: PageContent, { assets, isVersioned }: SiteFrame): string {
  const { path, title, description, html, headings = [], navigation, markdown, part } = content;
  const to = (target: string) => relativeTo(path, target);
  const main = (target: string, text: string, isCurrent: boolean) =>
    `<a href="${to(target)}"${isCurrent ? ' aria-current="true"' : ""}>${text}</a>`;
  const contents = headings.filter(({ level }) => level === 2 || level === 3);
  const hasContents = contents.length > 1;
  return `<!doctype html>
<html lang="en" data-theme="light" data-system-theme>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeText(description)}">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeText(title === "tckb" ? "tckb" : `${title} · tckb`)}</title>
<link rel="icon" href="${to("assets/icon.svg")}">
<link rel="stylesheet" href="${to(assets.styles)}">
${
    markdown === undefined
      ? ""
      : `<link rel="alternate" type="text/markdown" href="${escapeText(markdown)}" title="Markdown">`
  }
<script src="${to(assets.theme)}"></script>
<script src="${to(assets.script)}" defer></script>
</head>
<body class="${part}">
<a class="skip" href="#site-main">Skip to the content</a>
<header class="top">
<a class="brand" href="${to("index.html")}">tckb</a>
<nav aria-label="Site">${main("docs/tutorial.html", "Docs", part === "docs")}${
    main("gallery/index.html", "Gallery", part === "gallery")
  }${main("playground/index.html", "Playground", false)}</nav>
<div class="tools">${
    navigation === undefined ? "" : '<button class="tool menu" popovertarget="site-pages">Pages</button>'
  }${
    hasContents
      ? '<button class="tool menu-contents" popovertarget="site-contents">On this page</button>'
      : ""
  }
<button class="tool search" hidden>Search <kbd>/</kbd></button>
<button class="tool theme" hidden aria-label="Light or dark"></button></div>
</header>
<div class="columns">
${navigation === undefined ? "" : renderNavigation(navigation, path, to)}
<main id="site-main" tabindex="-1"><article data-pagefind-body>${html}</article>
<footer>${
    markdown === undefined ? "" : `<a href="${escapeText(markdown)}">This page as Markdown</a> · `
  }<a href="${to("CHANGELOG.html")}">Version ${VERSION}</a>${
    isVersioned ? ` <span class="versions" data-version="${VERSION}"></span>` : ""
  } · <a href="${to("LICENSE.html")}">License</a> ·
 <a href="${to("llms.txt")}">llms.txt</a></footer></main>
${hasContents ? renderContents(contents) : ""}
</div>
</body>
</html>
`;
}

function renderNavigation(
  groups: NonNullable<PageContent["navigation"]>,
  path: string,
  to: (target: string) => string,
): string {
  const link = (one: NavigationLink) =>
    `<li><a href="${to(one.path)}"${one.path === path ? ' aria-current="page"' : ""}>${
      escapeText(one.title)
    }</a></li>`;
  return `<nav id="site-pages" class="side" popover aria-label="Pages">${
    groups.map(({ title, links }) =>
      `<section><p class="side-title">${escapeText(title)}</p><ul>${links.map(link).join("")}</ul></section>`
    ).join("\n")
  }</nav>`;
}

function renderContents(headings: readonly Heading[]): string {
  return `<nav id="site-contents" class="contents" popover aria-label="On this page"><p class="side-title">On this page</p><ul>${
    headings.map(({ level, name, text }) =>
      `<li class="level-${level}"><a href="#${escapeText(name)}">${escapeText(text)}</a></li>`
    ).join("")
  }</ul></nav>`;
}
