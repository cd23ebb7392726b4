import type { ReactElement } from "react";

/** The developer's notes on a feed or grid, as they were written. The header collapses them. */
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
