import type { ReactElement } from "react";

/** The developer's notes on a feed or grid, as plain text in a collapsible section. */
export function Notes({ notes }: { notes: string }): ReactElement {
  return (
    <details className="shell-panel shell-notes" open>
      <summary>
        <h2>Notes</h2>
      </summary>
      <p>{notes}</p>
    </details>
  );
}
