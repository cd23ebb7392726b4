import { escapeText } from "../escaped_text.ts";
import { stringifyJson } from "../../../core/manifest/mod.ts";
import { ROOT_ID } from "../canvas_root.ts";
import { type FileParts, writeParts } from "../saved_file/file_parts.ts";
import { CONTENT_ID, type PageContent, type PageSettings } from "./page_content.ts";

interface DocumentParts {
  readonly language: string;
  readonly title: string;
  readonly policies: readonly string[];
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

export interface PageParts extends DocumentParts {
  /** The visible heading, or null. */
  readonly heading: PageHeading | null;
  readonly content: PageContent;
}

/** What is written above the cards. */
export interface PageHeading {
  readonly text: string;
  /** The day of the cards, `YYYY-MM-DD`. */
  readonly localDate: string;
  /** The day as the reader writes it. */
  readonly date: string;
}

/** Writes the page. Everything that others have made is in the content, whose JSON ends no element, or is escaped. */
export function renderPage({ heading, content, ...page }: PageParts): string {
  return renderDocument(
    page,
    content.settings.theme,
    `<main class="sealed-page">
${heading === null ? "" : renderHeading(heading)}<div id="${ROOT_ID}"></div>
</main>
<script type="application/json" id="${CONTENT_ID}">${escapeJson(content)}</script>`,
  );
}

/** Writes a saved file, whose parts may be filled in later (`fillFile`). */
export function renderFile({ content, ...page }: DocumentParts & { content: FileParts | null }): string {
  return renderDocument(page, content?.theme ?? "auto", writeParts(content));
}

function renderDocument(
  { language, title, policies, styles, scripts }: DocumentParts,
  theme: PageSettings["theme"],
  body: string,
): string {
  return `<!doctype html>
<html lang="${escapeText(language)}" data-theme="${theme === "dark" ? "dark" : "light"}">
<head>
<meta charset="utf-8">
${policies.map(renderPolicy).join("\n")}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
${styles.map((text) => `<style>${checkInline(text)}</style>`).join("\n")}
</head>
<body>
${body}
${scripts.map((text) => `<script>${checkInline(text)}</script>`).join("\n")}
</body>
</html>
`;
}

function renderPolicy(policy: string): string {
  return `<meta http-equiv="Content-Security-Policy" content="${escapeText(policy)}">`;
}

function renderHeading({ text, localDate, date }: PageHeading): string {
  const time = `<time datetime="${escapeText(localDate)}">${escapeText(date)}</time>`;
  return `<header class="sealed-page-heading"><h1>${escapeText(text)}</h1><p>${time}</p></header>\n`;
}

/** JSON that neither ends its script element nor begins a comment or a further script in it. */
function escapeJson(value: object): string {
  return stringifyJson(value).replaceAll(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * The text of a script or stylesheet, which HTML does not let be escaped.
 *
 * @throws when the text would end its element, or is changed as HTML is parsed
 */
function checkInline(text: string): string {
  const found = /<\/(?:script|style)|[\0\r]/i.exec(text)?.[0] ?? findEscapedScript(text);
  if (found === null) return text;
  throw new Error(`Cannot write a script or stylesheet into a page: it contains ${JSON.stringify(found)}`);
}

/** After a comment and a start tag, the next end tag does not end the element. */
function findEscapedScript(text: string): string | null {
  const comment = text.indexOf("<!--");
  return comment >= 0 && /<script/i.test(text.slice(comment)) ? "<!-- <script" : null;
}
