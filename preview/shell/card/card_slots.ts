import { resolveSlots, type SlotValues } from "../../../core/feed/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { ResolvedSlots, UpdatedAt } from "@tck/kit";

/** Who a card's slots are resolved for. */
export interface SlotReader {
  /** The language of dates and times. */
  readonly locale: string;
  readonly timeZone: string | undefined;
  /** The one clock of the shell, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * A card's slots as the preview shows them: an update time without a label gets one, which is kept up to date by the
 * shell's clock (preview specification, §2, context rules).
 */
export function resolvePreviewSlots(
  manifest: WidgetManifest,
  host: SlotValues | undefined,
  defaults: SlotValues,
  reader: SlotReader,
): ResolvedSlots {
  const { actions, updatedAt } = resolveSlots(manifest.slots, host, defaults);
  return { actions, updatedAt: updatedAt === null ? null : labelled(updatedAt, reader) };
}

function labelled({ timestamp, label }: UpdatedAt, reader: SlotReader): UpdatedAt {
  return { timestamp, label: label ?? describeMoment(Date.parse(timestamp), reader) };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long ago it was, if that is under a day; else the date and time. */
export function describeMoment(moment: number, { locale, timeZone, now }: SlotReader): string {
  const ago = now - moment;
  if (ago < 0 || ago >= 24 * HOUR) {
    const style = { dateStyle: "medium", timeStyle: "short", ...(timeZone && { timeZone }) } as const;
    return new Intl.DateTimeFormat(locale, style).format(moment);
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  if (ago < MINUTE) return relative.format(0, "second");
  return ago < HOUR
    ? relative.format(-Math.floor(ago / MINUTE), "minute")
    : relative.format(-Math.floor(ago / HOUR), "hour");
}
