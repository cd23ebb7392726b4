import type { ProblemCode } from "../../http/problem.ts";
import type { PageLanguage } from "../page.ts";

/** What went wrong, for a reader. Several codes are the same to them. */
export type FailureKind =
  | "no_page"
  | "no_day"
  | "signed_out"
  | "framed"
  | "not_allowed"
  | "too_many"
  | "unavailable"
  | "missing_part"
  | "sign_in_expired"
  | "sign_in_denied"
  | "sign_in_failed"
  | "invalid";

const KINDS: { readonly [code in ProblemCode]?: FailureKind } = {
  "route.not_found": "no_page",
  "daily_page.invalid_batch_id": "no_page",
  "daily_page.not_found": "no_day",
  "auth.unauthenticated": "signed_out",
  "auth.insufficient_scope": "not_allowed",
  "request.forbidden": "not_allowed",
  "request.rate_limited": "too_many",
  "auth.sign_in_expired": "sign_in_expired",
  "auth.sign_in_denied": "sign_in_denied",
  "auth.sign_in_failed": "sign_in_failed",
  "auth.provider_unavailable": "sign_in_failed",
  "storage.object_missing": "missing_part",
};

/** What a code means to a reader, given its status. */
export function failureKindOf(code: ProblemCode, status: number): FailureKind {
  return KINDS[code] ?? (status >= 500 ? "unavailable" : "invalid");
}

/** Whether the same request may succeed later. */
export function mayRetry(kind: FailureKind): boolean {
  return kind === "too_many" || kind === "unavailable";
}

/** A title and a sentence. */
export interface FailureText {
  title: string;
  text: string;
}

export const FAILURE_TEXTS: {
  readonly [language in PageLanguage]: { readonly [kind in FailureKind]: FailureText };
} = {
  en: {
    no_page: { title: "There is no page at this address", text: "Perhaps a part of the address is missing." },
    no_day: {
      title: "There is no page for this day",
      text: "Perhaps it is not ready yet, or it was removed.",
    },
    signed_out: { title: "You are not signed in", text: "Sign in to see this page." },
    framed: {
      title: "This page cannot be shown here",
      text: "It is inside a page of another site, where your browser does not sign you in.",
    },
    not_allowed: { title: "You cannot open this page", text: "It is not available to you." },
    too_many: {
      title: "One moment, please",
      text: "There were too many requests. Wait a little and try again.",
    },
    unavailable: {
      title: "This page cannot be loaded now",
      text: "The service has a problem. It usually lasts for a short time.",
    },
    missing_part: {
      title: "This page cannot be shown",
      text: "A part of it is missing. It is shown as soon as it has been made again.",
    },
    sign_in_expired: {
      title: "This sign-in is not valid any more",
      text: "It took longer than ten minutes, was used before, or was begun in another browser.",
    },
    sign_in_denied: { title: "You were not signed in", text: "The sign-in was cancelled or not allowed." },
    sign_in_failed: {
      title: "The sign-in did not work",
      text: "The service that signs you in has a problem. It usually lasts for a short time.",
    },
    invalid: { title: "This address is not valid", text: "Perhaps a part of the address is missing." },
  },
  de: {
    no_page: {
      title: "Unter dieser Adresse gibt es keine Seite",
      text: "Vielleicht fehlt ein Teil der Adresse.",
    },
    no_day: {
      title: "Für diesen Tag gibt es keine Seite",
      text: "Vielleicht ist sie noch nicht fertig, oder sie wurde entfernt.",
    },
    signed_out: { title: "Du bist nicht angemeldet", text: "Melde dich an, um diese Seite zu sehen." },
    framed: {
      title: "Diese Seite kann hier nicht gezeigt werden",
      text:
        "Sie ist in eine Seite einer anderen Website eingebettet, dort meldet dein Browser dich nicht an.",
    },
    not_allowed: { title: "Du kannst diese Seite nicht öffnen", text: "Sie steht dir nicht zur Verfügung." },
    too_many: {
      title: "Einen Moment, bitte",
      text: "Es waren zu viele Anfragen. Warte ein wenig und versuche es erneut.",
    },
    unavailable: {
      title: "Diese Seite kann gerade nicht geladen werden",
      text: "Der Dienst hat ein Problem. Meistens dauert es nicht lange.",
    },
    missing_part: {
      title: "Diese Seite kann nicht gezeigt werden",
      text: "Ein Teil von ihr fehlt. Sie wird wieder gezeigt, sobald sie neu erstellt ist.",
    },
    sign_in_expired: {
      title: "Diese Anmeldung gilt nicht mehr",
      text:
        "Sie hat länger als zehn Minuten gedauert, wurde schon benutzt oder in einem anderen Browser begonnen.",
    },
    sign_in_denied: {
      title: "Du wurdest nicht angemeldet",
      text: "Die Anmeldung wurde abgebrochen oder nicht erlaubt.",
    },
    sign_in_failed: {
      title: "Die Anmeldung hat nicht funktioniert",
      text: "Der Dienst, der dich anmeldet, hat ein Problem. Meistens dauert es nicht lange.",
    },
    invalid: { title: "Diese Adresse ist nicht gültig", text: "Vielleicht fehlt ein Teil der Adresse." },
  },
};

export const LINK_TEXTS: {
  readonly [language in PageLanguage]: {
    all: string;
    retry: string;
    signIn: string;
    signInAgain: string;
    ownTab: string;
  };
} = {
  en: {
    all: "All pages",
    retry: "Try again",
    signIn: "Sign in",
    signInAgain: "Sign in again",
    ownTab: "Open it in a tab of its own",
  },
  de: {
    all: "Alle Seiten",
    retry: "Erneut versuchen",
    signIn: "Anmelden",
    signInAgain: "Erneut anmelden",
    ownTab: "In einem eigenen Tab öffnen",
  },
};
