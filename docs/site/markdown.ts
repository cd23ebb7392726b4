import MarkdownIt from "markdown-it";
import { escapeText } from "../../web/canvas/escaped_text.ts";
import { nameOfHeading } from "./heading_names.ts";
import type { Highlight } from "./highlight.ts";

export interface Heading {
  readonly level: number;
  readonly name: string;
  readonly text: string;
}

/** A page as HTML. */
export interface RenderedMarkdown {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Where a link of a file leads to in the site. */
export type ResolveLink = (target: string) => string;

/** Renders Markdown as the repository's own files have it: HTML in it is kept. */
export function renderMarkdown(
  markdown: string,
  { highlight, resolve }: { readonly highlight: Highlight; readonly resolve: ResolveLink },
): RenderedMarkdown {
  const converter = new MarkdownIt({ html: true });
  const headings: Heading[] = [];
  const { rules } = converter.renderer;
  rules.fence = (tokens, index) => {
    const { content, info } = tokens[index]!;
    return renderCode(content, info.split(" ")[0]!, highlight);
  };
  rules.code_block = (tokens, index) => renderCode(tokens[index]!.content, "", highlight);
  rules.table_open = () => '<div class="wide"><table>';
  rules.table_close = () => "</table></div>";
  rules.heading_open = (tokens, index) => {
    const { tag } = tokens[index]!;
    const text = (tokens[index + 1]!.children ?? []).map(({ content }) => content).join("");
    const name = nameOfHeading(text);
    headings.push({ level: Number(tag.slice(1)), name, text });
    return `<${tag} id="${escapeText(name)}">`;
  };
  rules.heading_close = (tokens, index) => {
    const { name, level } = headings.at(-1)!;
    const anchor = level === 1
      ? ""
      : ` <a class="anchor" href="#${
        escapeText(name)
      }" aria-label="Link to this part" data-pagefind-ignore>#</a>`;
    return `${anchor}</${tokens[index]!.tag}>\n`;
  };
  rules.link_open = (tokens, index, options, _env, self) => {
    tokens[index]!.attrSet("href", resolve(String(tokens[index]!.attrGet("href"))));
    return self.renderToken(tokens, index, options);
  };
  const { image } = rules;
  rules.image = (tokens, index, options, env, self) => {
    tokens[index]!.attrSet("src", resolve(String(tokens[index]!.attrGet("src"))));
    tokens[index]!.attrSet("loading", "lazy");
    return image!(tokens, index, options, env, self);
  };
  const inHtml = (text: string) =>
    text.replaceAll(
      /\b(src|srcset|href)="([^"]*)"/g,
      (_all, name: string, target: string) => `${name}="${resolve(target)}"`,
    );
  rules.html_block = (tokens, index) => inHtml(tokens[index]!.content);
  rules.html_inline = (tokens, index) => inHtml(tokens[index]!.content);
  return { html: converter.render(markdown), headings };
}

/** Code, with its language as the copy button's neighbour. */
export function renderCode(code: string, language: string, highlight: Highlight): string {
  const label = language === "" ? "" : ` data-language="${escapeText(language)}"`;
  return `<div class="code"${label}><pre><code>${
    highlight(code.replace(/\n$/, ""), language)
  }</code></pre></div>\n`;
}
