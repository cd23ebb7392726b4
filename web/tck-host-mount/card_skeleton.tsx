import type { ReactElement } from "react";

/** Lines in place of a card's content that is not there yet, styled by the page. */
export function CardSkeleton(): ReactElement {
  return (
    <div className="tck-card-skeleton" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
