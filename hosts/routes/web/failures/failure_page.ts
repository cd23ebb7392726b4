import type { Context } from "hono";
import { html } from "hono/html";
import { headersOf, PROBLEMS, toProblem } from "../../http/problem.ts";
import { signInPath } from "../../http/web_identity.ts";
import { FAILURE_TEXTS, type FailureKind, failureKindOf, LINK_TEXTS, mayRetry } from "./failure_texts.ts";
import { MESSAGE_CLASS, renderMessage } from "./message_page.ts";
import type { Markup, PageLanguage } from "../page.ts";
import {
  EMBED_PREFIX,
  isFramed,
  isFramedByOtherSite,
  languageOf,
  type PageResponseDependencies,
  respondPage,
} from "../page_response.ts";

/**
 * Responds to an error that a page's route threw with a page that describes it in the reader's language. An embedded page's
 * may be framed too.
 */
export async function respondFailure(
  deps: PageResponseDependencies,
  context: Context,
  error: unknown,
  headers?: { readonly [name: string]: string },
): Promise<Response> {
  const problem = toProblem(error, deps.log);
  const status = PROBLEMS.statusOf(problem.code);
  const language = languageOf(context);
  const kind = isFramedByOtherSite(context) && problem.code === "auth.unauthenticated"
    ? "framed"
    : failureKindOf(problem.code, status);
  const text = FAILURE_TEXTS[language][kind];
  const response = await respondPage(deps, context, {
    title: text.title,
    description: text.text,
    status,
    header: !isEmbedded(context),
    mainClass: MESSAGE_CLASS,
    body: renderMessage({
      ...text,
      link: renderWayOut(context, kind, language),
      // Readers can do nothing about these but report them.
      code: status >= 500 ? problem.code : null,
    }),
  });
  for (const [name, value] of Object.entries(headers ?? headersOf(problem))) {
    response.headers.set(name, value);
  }
  return response;
}

/** The links that lead on from an error. Of all pages, only the embedded one may be framed. */
function renderWayOut(context: Context, kind: FailureKind, language: PageLanguage): Markup | null {
  const texts = LINK_TEXTS[language];
  const path = pathOf(context);
  const retry = mayRetry(kind) ? html`<a href="${path}">${texts.retry}</a>` : null;
  if (kind === "framed") return html`<a href="${path}" target="_blank">${texts.ownTab}</a>`;
  if (kind === "signed_out") {
    const signIn = signInPath(path);
    return isFramed(context)
      ? html`<a href="${signIn}" target="_blank">${texts.signIn}</a>`
      : html`<a href="${signIn}">${texts.signIn}</a>`;
  }
  return isEmbedded(context) ? retry : html`${retry ?? ""} <a href="/">${texts.all}</a>`;
}

function isEmbedded({ req }: Context): boolean {
  return req.path.startsWith(EMBED_PREFIX);
}

/** The path and query of the page, for the way back after signing in. */
function pathOf({ req }: Context): string {
  const { pathname, search } = new URL(req.url);
  return pathname + search;
}
