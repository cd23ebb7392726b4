import type { MouseEvent, ReactElement } from "react";
import { type PageLanguage, pageLanguage } from "./card_language.ts";

/** What a failed card shows. */
export interface FailedCardProps {
  /** The id of the widget or of its instance. */
  readonly widgetId: string;
  /** What the card is called. */
  readonly title: string;
  /** The language of the title, when it is known. */
  readonly titleLanguage?: string;
  /** The button, by default one that says "Try again". */
  readonly onRetry: () => void;
}

const TEXTS: { readonly [language in PageLanguage]: { failed: string; retry: string } } = {
  en: { failed: "This card could not be shown.", retry: "Try again" },
  de: { failed: "Diese Karte konnte nicht angezeigt werden.", retry: "Erneut versuchen" },
};

/**
 * The card that stands where a widget could not be loaded or has thrown. It is the host's own, in the light DOM and in
 * the page's language, styled by the page.
 */
export function FailedCard({ widgetId, title, titleLanguage, onRetry }: FailedCardProps): ReactElement {
  const language = pageLanguage(document);
  const text = TEXTS[language];
  const retry = (event: MouseEvent<HTMLButtonElement>) => {
    keepFocus(event.currentTarget);
    onRetry();
  };
  return (
    <article
      className="tck-card"
      data-widget-id={widgetId}
      data-state="failed"
      lang={language}
      aria-label={title}
    >
      <div className="tck-card-failure">
        <p className="tck-card-failure-title" lang={titleLanguage}>{title}</p>
        <p className="tck-card-failure-text">{text.failed}</p>
        <button type="button" className="tck-card-retry" onClick={retry}>{text.retry}</button>
      </div>
    </article>
  );
}

/** The button goes away with the card; the focus would fall to the page's top. */
function keepFocus(button: HTMLElement): void {
  button.closest<HTMLElement>('[tabindex="-1"]')?.focus();
}
