import type { PageHeading } from "./page_markup.ts";

/** The stylesheet that writes the heading and the date at the foot of each printed sheet. */
export function writeSheetFooter({ text, date }: PageHeading): string {
  return `@page{@bottom-left{content:${
    quoteCss(`${text} · ${date}`)
  };font:9pt system-ui,sans-serif;color:#68625a}}`;
}

/** A string of CSS, in which nothing but letters, digits and spaces is left as it is. */
function quoteCss(text: string): string {
  const escaped = text.replaceAll(
    /[^\p{L}\p{N} ]/gu,
    (character) => `\\${character.codePointAt(0)!.toString(16)} `,
  );
  return `"${escaped}"`;
}
