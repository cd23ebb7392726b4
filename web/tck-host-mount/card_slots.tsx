import type { CSSProperties, ReactElement } from "react";
import type { ResolvedAction, ResolvedSlots } from "@tck/kit";
import { resolveText } from "../../core/feed/mod.ts";

/** The props of {@linkcode CardSlots}. */
export interface CardSlotsProps {
  readonly slots: ResolvedSlots;
  readonly locale: string;
  readonly timeZone: string;
}

/**
 * The widget's actions and update time below the card, in the light DOM and styled by the page. An action without a link
 * does nothing on a read-only surface and is not drawn.
 */
export function CardSlots({ slots, locale, timeZone }: CardSlotsProps): ReactElement | null {
  const links = slots.actions.filter((action) => action.href !== undefined);
  const { updatedAt } = slots;
  if (links.length === 0 && updatedAt === null) return null;
  return (
    <footer className="tck-card-slots">
      {updatedAt !== null && (
        <time className="tck-card-updated" dateTime={updatedAt.timestamp}>
          {updatedAt.label ?? formatTimestamp(updatedAt.timestamp, locale, timeZone)}
        </time>
      )}
      {links.map((action) => <ActionLink key={action.id} action={action} locale={locale} />)}
    </footer>
  );
}

function ActionLink({ action, locale }: { action: ResolvedAction; locale: string }): ReactElement {
  const style = { "--tck-action-color": action.color } as CSSProperties;
  return (
    <a className="tck-card-action" data-variant={action.variant} href={action.href} style={style}>
      {resolveText(action.label, locale)}
    </a>
  );
}

function formatTimestamp(timestamp: string, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone })
    .format(new Date(timestamp));
}
