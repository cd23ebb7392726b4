import { html } from "hono/html";
import type { Markup } from "../page.ts";

/** A page of a heading, a sentence and a link: an error, or a step of the sign-in. */
export interface Message {
  title: string;
  text: string;
  /** Where the reader can go from here. */
  link?: Markup | null;
  /** The code of an error that an operator has to know of. */
  code?: string | null;
}

/** The class of the element around a message. */
export const MESSAGE_CLASS = "page-message";

export function renderMessage({ title, text, link = null, code = null }: Message): Markup {
  return html`
    <h1>${title}</h1>
    <p>${text}</p>
    ${link === null ? "" : html`<p class="page-ways">${link}</p>`}
    ${code === null ? "" : html`<p class="page-code"><code>${code}</code></p>`}
  `;
}
