import type { MouseEvent, ReactElement } from "react";
import { classifyFailure, KitVersionError } from "@tck/kit/host";
import { type CardFailure, KIT_VERSION } from "../../core/contract/mod.ts";
import { type PageLanguage, pageLanguage } from "./card_language.ts";

interface FailedCardProps {
  /** The id of the widget or of its instance. */
  readonly widgetId: string;
  readonly title: string;
  /** The language of the title, if it is known. */
  readonly titleLanguage?: string;
  /** What the card failed with, if it is known. */
  readonly error?: unknown;
  /** Called by the button "Try again". */
  readonly onRetry: () => void;
}

interface Texts extends Readonly<Record<CardFailure, string>> {
  readonly failed: string;
  readonly needsKit: (needed: string) => string;
  readonly retry: string;
}

const TEXTS: { readonly [language in PageLanguage]: Texts } = {
  en: {
    failed: "This card could not be shown.",
    fetch: "This card could not be loaded.",
    integrity: "This card was changed on its way here and is not shown.",
    manifest: "This card is not described correctly and cannot be shown.",
    import: "This card could not be started.",
    render: "This card could not be shown.",
    timeout: "This card took too long to load.",
    needsKit: (needed) => `This card needs @tck/kit ${needed}, and this page has ${KIT_VERSION}.`,
    retry: "Try again",
  },
  de: {
    failed: "Diese Karte konnte nicht angezeigt werden.",
    fetch: "Diese Karte konnte nicht geladen werden.",
    integrity: "Diese Karte wurde auf dem Weg hierher verändert und wird nicht angezeigt.",
    manifest: "Diese Karte ist nicht richtig beschrieben und kann nicht angezeigt werden.",
    import: "Diese Karte konnte nicht gestartet werden.",
    render: "Diese Karte konnte nicht angezeigt werden.",
    timeout: "Diese Karte hat zu lange gebraucht.",
    needsKit: (needed) => `Diese Karte benötigt @tck/kit ${needed}, diese Seite hat ${KIT_VERSION}.`,
    retry: "Erneut versuchen",
  },
};

/**
 * Replaces a card that could not be loaded or has thrown. It is in the light DOM, in the page's language and styled by
 * the page.
 */
export function FailedCard(
  { widgetId, title, titleLanguage, error, onRetry }: FailedCardProps,
): ReactElement {
  const language = pageLanguage(document);
  const text = TEXTS[language];
  const failure = error === undefined ? "failed" : classifyFailure(error);
  const reason = error instanceof KitVersionError ? text.needsKit(error.needed) : text[failure];
  const retry = (event: MouseEvent<HTMLButtonElement>) => {
    moveFocusToSlot(event.currentTarget);
    onRetry();
  };
  return (
    <article
      className="tck-card"
      data-widget-id={widgetId}
      data-state="failed"
      data-failure={failure}
      lang={language}
      aria-label={title}
    >
      <div className="tck-card-failure">
        <p className="tck-card-failure-title" lang={titleLanguage} dir="auto">{title}</p>
        <p className="tck-card-failure-text">{reason}</p>
        <button type="button" className="tck-card-retry" onClick={retry}>{text.retry}</button>
      </div>
    </article>
  );
}

/** The button is removed with the card, which would reset the focus to the top of the page. */
function moveFocusToSlot(button: HTMLElement): void {
  button.closest<HTMLElement>('[tabindex="-1"]')?.focus();
}
