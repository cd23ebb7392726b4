import { type CSSProperties, type ReactElement, useSyncExternalStore } from "react";
import type { ResolvedAction, ResolvedSlots } from "@tck/kit";
import { CARD_FOOTER_HEIGHT } from "../../core/contract/mod.ts";
import { resolveText } from "../../core/feed/mod.ts";
import { type CardClock, formatAge, formatTimestamp } from "./relative_time.ts";

/** The props of {@linkcode CardSlots}. */
export interface CardSlotsProps {
  readonly slots: ResolvedSlots;
  readonly locale: string;
  /** The language tag for dates. */
  readonly formatLocale: string;
  /** Undefined for the browser's. */
  readonly timeZone: string | undefined;
  /** Whether the card has a fixed size: the slots then have one line of a known height. */
  readonly fixed: boolean;
  /** The clock for the age of the update time; without it, the time is written as a date. */
  readonly clock: CardClock | undefined;
}

/**
 * The widget's actions and update time below the card, in the light DOM and styled by the page. An action without a link
 * does nothing on a read-only surface and is not drawn.
 */
export function CardSlots(
  { slots, locale, formatLocale, timeZone, fixed, clock }: CardSlotsProps,
): ReactElement | null {
  const links = slots.actions.filter((action) => action.href !== undefined);
  const { updatedAt } = slots;
  if (links.length === 0 && updatedAt === null) return null;
  return (
    <footer
      className="tck-card-slots"
      data-fixed={fixed || undefined}
      style={fixed ? FIXED_STYLE : undefined}
    >
      {updatedAt !== null && (
        <time className="tck-card-updated" dateTime={updatedAt.timestamp}>
          {updatedAt.label ?? (
            <UpdateTime {...{ timestamp: updatedAt.timestamp, locale: formatLocale, timeZone, clock }} />
          )}
        </time>
      )}
      {links.map((action) => <ActionLink key={action.id} action={action} locale={locale} />)}
    </footer>
  );
}

interface UpdateTimeProps extends Pick<CardSlotsProps, "timeZone" | "clock"> {
  readonly locale: string;
  readonly timestamp: string;
}

function UpdateTime({ timestamp, locale, timeZone, clock }: UpdateTimeProps): ReactElement {
  const now = useSyncExternalStore(clock?.subscribe ?? NEVER, () => clock?.now() ?? null);
  const { short, long } = formatTimestamp(timestamp, now ?? Date.now(), locale, timeZone);
  const age = now === null ? null : formatAge(now - Date.parse(timestamp), locale);
  return <span title={long}>{age ?? short}</span>;
}

const NEVER = () => () => {};

/** The height is part of the footprint; the rest is styled by the page. */
const FIXED_STYLE = {
  boxSizing: "border-box",
  blockSize: `${CARD_FOOTER_HEIGHT / 16}rem`,
  flexWrap: "nowrap",
  overflow: "clip",
  container: "tck-card-slots / inline-size",
} as const;

function ActionLink({ action, locale }: { action: ResolvedAction; locale: string }): ReactElement {
  const style = { "--tck-action-color": action.color } as CSSProperties;
  return (
    <a className="tck-card-action" data-variant={action.variant} href={action.href} style={style}>
      {resolveText(action.label, locale)}
    </a>
  );
}
