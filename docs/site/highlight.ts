import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { escapeText } from "../../web/canvas/escaped_text.ts";

const LANGUAGES: { readonly [name: string]: () => Promise<unknown> } = {
  css: () => import("shiki/langs/css.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  ini: () => import("shiki/langs/ini.mjs"),
  js: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  nginx: () => import("shiki/langs/nginx.mjs"),
  sh: () => import("shiki/langs/shellscript.mjs"),
  ts: () => import("shiki/langs/typescript.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

/** A theme whose colours are names, which the site's stylesheet has for light and dark. */
const THEME = createCssVariablesTheme({ name: "site", variablePrefix: "--" });

/** What colours code: the HTML of a text in a language; of an unknown language, the text. */
export type Highlight = (code: string, language: string) => string;

/** Loads the languages of the docs. Tokens have classes, since the pages' policy allows no `style` attributes. */
export async function openHighlighter(): Promise<Highlight> {
  const highlighter: HighlighterCore = await createHighlighterCore({
    themes: [THEME],
    langs: Object.values(LANGUAGES) as never,
    engine: createJavaScriptRegexEngine(),
  });
  return (code, language) => {
    if (!Object.hasOwn(LANGUAGES, language)) return escapeText(code);
    const lines = highlighter.codeToTokensBase(code, { lang: language, theme: "site" });
    return lines.map((line) =>
      line.map(({ content, color }) => {
        const name = /^var\(--token-([a-z-]+)\)$/.exec(color ?? "")?.[1];
        return name === undefined
          ? escapeText(content)
          : `<span class="t-${name}">${escapeText(content)}</span>`;
      }).join("")
    ).join("\n");
  };
}
