import { html } from "hono/html";
import type { SignIn } from "../http/web_identity.ts";
import { MESSAGE_CLASS, renderMessage } from "./message_page.ts";
import type { Markup, PageLanguage } from "./page.ts";
import type { Page } from "./page_response.ts";

interface Texts {
  title: string;
  description: string;
  token: string;
  rejected: string;
  elsewhere: string;
}

const TEXTS: { readonly [language in PageLanguage]: Texts } = {
  en: {
    title: "Sign in",
    description: "Paste the access token that you were given.",
    token: "Access token",
    rejected: "This token is not valid or has expired.",
    elsewhere: "You cannot sign in here, but only in the application that shows these pages.",
  },
  de: {
    title: "Anmelden",
    description: "Füge das Zugriffstoken ein, das du bekommen hast.",
    token: "Zugriffstoken",
    rejected: "Dieses Token ist nicht gültig oder abgelaufen.",
    elsewhere: "Hier kannst du dich nicht anmelden, sondern nur in der Anwendung, die diese Seiten zeigt.",
  },
};

/** The page on which a reader signs in with a token, if there is that way. */
export function describeSignIn(
  signIn: SignIn,
  next: string,
  language: PageLanguage,
  { isRejected = false } = {},
): Page {
  const { title, description, elsewhere } = TEXTS[language];
  const isForm = signIn.kind !== "none";
  const body = isForm ? renderForm(next, language, isRejected) : renderMessage({ title, text: elsewhere });
  return { title, description: isForm ? description : elsewhere, mainClass: MESSAGE_CLASS, body };
}

function renderForm(next: string, language: PageLanguage, isRejected: boolean): Markup {
  const { title, description, token, rejected } = TEXTS[language];
  const invalid = isRejected ? html`aria-invalid="true" aria-describedby="token-error"` : "";
  return html`
    <h1>${title}</h1>
    <p>${description}</p>
    <form class="page-form" method="post" action="/login">
      <input type="hidden" name="next" value="${next}">
      <label for="token">${token}</label>
      <textarea id="token" class="page-input" name="token" rows="4" required autocomplete="off" spellcheck="false" ${invalid}></textarea>
      ${isRejected ? html`<p id="token-error" class="page-error" role="alert">${rejected}</p>` : ""}
      <button class="page-button">${title}</button>
    </form>
  `;
}
