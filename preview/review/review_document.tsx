import type { ReactElement } from "react";
import {
  EntryFindings,
  EntryPictures,
  EntryStatus,
  type PictureAddress,
  SLIDER_SCRIPT,
  ViewChoice,
} from "./entry_view.tsx";
import {
  countVerdicts,
  formatCounts,
  groupByWidget,
  nameVariant,
  type ReviewEntry,
  type WidgetEntries,
} from "./review.ts";
import { REVIEW_STYLES } from "./review_styles.ts";

/** The tokens of the host, in the theme of the reader's system. */
const PAGE_STYLES = `
:root {
  color-scheme: light dark;
  --color-background: light-dark(#f2f0eb, #100f0d);
  --color-surface: light-dark(#fdfcfa, #24211d);
  --color-surface-raised: light-dark(#f7f5f0, #2e2a25);
  --color-text: light-dark(#23201c, #efebe3);
  --color-text-muted: light-dark(#68625a, #a9a197);
  --color-border: light-dark(#e1ddd4, #3d3831);
  --color-accent: light-dark(#13596f, #84c6da);
  --color-accent-soft: light-dark(#e2edef, #203d46);
  --color-positive: light-dark(#1d6f48, #7ac79c);
  --color-negative: light-dark(#a8281f, #f08272);
  --color-warning: light-dark(#8f5e00, #efc47a);
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--color-text); background: var(--color-background); font: 0.875rem/1.5 system-ui, sans-serif; }
main { max-width: 90rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1, h2, h3 { margin: 0; overflow-wrap: anywhere; }
h2 { margin-block: 2rem 0.75rem; }
h3 { font-size: 1rem; }
article {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.75rem;
  margin-block-end: 1rem;
  padding: 1rem;
  background: var(--color-surface);
  border: 1px solid var(--color-border);
  border-radius: 0.75rem;
}
.review-bar {
  position: sticky;
  z-index: 1;
  inset-block-start: 0;
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1.5rem;
  align-items: center;
  padding-block: 0.5rem;
  background: var(--color-background);
}
`;

const STYLES = PAGE_STYLES + REVIEW_STYLES;

/** The texts of elements whose hashes the policy of the page allows. */
export const INLINE_TEXTS = { style: STYLES, script: SLIDER_SCRIPT } as const;

interface ReviewDocumentProps {
  readonly entries: readonly ReviewEntry[];
  readonly address: PictureAddress;
  /** The content security policy. */
  readonly policy: string;
}

/** A whole page that shows a review, without anything to decide. */
export function ReviewDocument({ entries, address, policy }: ReviewDocumentProps): ReactElement {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="generator" content="tck-preview" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Review of a snapshot</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>
        <main className="review">
          <h1>Review of a snapshot</h1>
          <div className="review-bar">
            <p>{formatCounts(countVerdicts(entries))}</p>
            <ViewChoice />
          </div>
          {groupByWidget(entries).map((group) => (
            <WidgetSection key={group.widget} group={group} address={address} />
          ))}
        </main>
        <script dangerouslySetInnerHTML={{ __html: SLIDER_SCRIPT }} />
      </body>
    </html>
  );
}

function WidgetSection(
  { group: { widget, entries }, address }: { group: WidgetEntries; address: PictureAddress },
): ReactElement {
  return (
    <section aria-label={widget}>
      <h2>{widget}</h2>
      {entries.map((entry) => (
        <article key={entry.id} aria-label={`${widget} ${nameVariant(entry)}`}>
          <h3>{nameVariant(entry)}</h3>
          <EntryStatus entry={entry} />
          <EntryPictures entry={entry} address={address} />
          <EntryFindings entry={entry} />
        </article>
      ))}
    </section>
  );
}
