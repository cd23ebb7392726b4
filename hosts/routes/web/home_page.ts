import { html } from "hono/html";
import { formatBatchTitle, formatDate, formatWeek } from "./batch_titles.ts";
import type { Day, HomeBatch, HomeList } from "./home_list.ts";
import { renderNeighbourLink } from "./neighbour_links.ts";
import type { Markup, PageLanguage } from "./page.ts";

/** The date that the reader asked for: none, one, or a text that is not a date. */
export type RequestedDate = { kind: "none" } | { kind: "date"; localDate: string } | { kind: "invalid" };

interface Texts {
  heading: string;
  description: string;
  empty: string;
  date: string;
  show: string;
  newest: string;
  pages: string;
  older: string;
  newer: string;
  invalidDate: string;
  noPage: (date: string) => string;
}

const TEXTS: { readonly [language in PageLanguage]: Texts } = {
  en: {
    heading: "Your pages",
    description: "All your pages, by day, the newest first.",
    empty: "There are no pages yet. The first one appears here as soon as it is ready.",
    date: "Go to a date",
    show: "Show",
    newest: "Newest pages",
    pages: "More pages",
    older: "Older",
    newer: "Newer",
    invalidDate: "This is not a date. Write it like 2026-02-28.",
    noPage: (date) => `There is no page for ${date}.`,
  },
  de: {
    heading: "Deine Seiten",
    description: "Alle deine Seiten nach Tagen, die neuesten zuerst.",
    empty: "Es gibt noch keine Seiten. Die erste erscheint hier, sobald sie fertig ist.",
    date: "Zu einem Datum",
    show: "Anzeigen",
    newest: "Neueste Seiten",
    pages: "Weitere Seiten",
    older: "Älter",
    newer: "Neuer",
    invalidDate: "Das ist kein Datum. Schreib es wie 2026-02-28.",
    noPage: (date) => `Für ${date} gibt es keine Seite.`,
  },
};

export function describeHome(language: PageLanguage): { title: string; description: string } {
  const { heading: title, description } = TEXTS[language];
  return { title, description };
}

/** Renders the reader's days by week, and a way to any date. It needs no script. */
export function renderHome(list: HomeList, requested: RequestedDate, language: PageLanguage): Markup {
  const { days } = list;
  const { heading, empty } = TEXTS[language];
  const isEmpty = days.length === 0 && requested.kind === "none";
  return html`
    <div class="page-heading">
      <h1>${heading}</h1>
      ${isEmpty ? html`<p>${empty}</p>` : renderDateForm(requested, language)}
    </div>
    ${isEmpty ? "" : renderNotice(days, requested, language)}
    ${[...Map.groupBy(days, ({ localDate }) => startOfWeek(localDate))].map(([monday, ofWeek]) =>
      renderWeek(monday, ofWeek, language)
    )}
    ${renderMore(list, language)}
  `;
}

function renderDateForm(requested: RequestedDate, language: PageLanguage): Markup {
  const { date, show } = TEXTS[language];
  const value = requested.kind === "date" ? requested.localDate : "";
  return html`
    <form class="page-date" action="/">
      <label for="date">${date}</label>
      <input id="date" class="page-input" type="date" name="date" value="${value}" required>
      <button class="page-control">${show}</button>
    </form>
  `;
}

/** States that the date has no page. The days before it follow. */
function renderNotice(days: readonly Day[], requested: RequestedDate, language: PageLanguage): Markup | "" {
  const { invalidDate, noPage } = TEXTS[language];
  if (requested.kind === "invalid") return html`<p class="page-notice" role="status">${invalidDate}</p>`;
  if (requested.kind === "none" || days[0]?.localDate === requested.localDate) return "";
  const date = formatDate(requested.localDate, language, { dateStyle: "long" });
  return html`<p class="page-notice" role="status">${noPage(date)}</p>`;
}

function renderWeek(monday: string, days: readonly Day[], language: PageLanguage): Markup {
  return html`
    <section class="page-week" aria-labelledby="week-${monday}">
      <h2 id="week-${monday}">${formatWeek(monday, language)}</h2>
      <ol class="page-days" role="list">${days.map((day) => renderDay(day, language))}</ol>
    </section>
  `;
}

function renderDay({ localDate, batches }: Day, language: PageLanguage): Markup {
  const weekday = formatDate(localDate, language, { weekday: "long" });
  const date = formatDate(localDate, language, { day: "numeric", month: "long" });
  return html`
    <li class="page-day">
      <h3><time datetime="${localDate}"><span>${weekday}</span> <span>${date}</span></time></h3>
      <ul class="page-batches" role="list">${batches.map((batch) => renderBatch(batch, language))}</ul>
    </li>
  `;
}

function renderBatch(batch: HomeBatch, language: PageLanguage): Markup {
  const { kind } = formatBatchTitle(batch, language);
  const { titles } = batch;
  return html`
    <li><a href="/feed/${batch.batchId}"><span class="page-batch-kind">${kind}</span>${titles === ""
      ? ""
      : html`
        <span class="page-batch-cards" dir="auto">${titles}</span>
      `}</a></li>
  `;
}

function renderMore({ older, newer }: HomeList, language: PageLanguage): Markup | "" {
  if (older === null && newer === null) return "";
  const texts = TEXTS[language];
  const isFirst = newer === "newest";
  return html`
    <nav class="page-neighbours" aria-label="${texts.pages}">
      ${older === null
        ? ""
        : renderNeighbourLink({ rel: "prev", href: `/?date=${older}`, text: texts.older })}
      ${newer === null ? "" : renderNeighbourLink({
        rel: "next",
        href: isFirst ? "/" : `/?date=${newer}`,
        text: isFirst ? texts.newest : texts.newer,
      })}
    </nav>
  `;
}

const DAY_MS = 86_400_000;

/** The Monday of a date's week. */
function startOfWeek(localDate: string): string {
  const date = new Date(localDate);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
