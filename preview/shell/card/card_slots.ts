import { keepOnePrimary, resolveSlots, type SlotValues } from "../../../core/feed/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { ResolvedSlots, UpdatedAt } from "@tck/kit";

interface SlotReader {
  /** The language of dates and times. */
  readonly locale: string;
  readonly timeZone: string | undefined;
  /** The time of the shell's clock, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * A card's slots in the preview: an update time without a label gets one, which follows the shell's clock (preview
 * specification, §2, context rules).
 *
 * @param override what the reader set in the inspector, in place of the resolved values
 */
export function resolvePreviewSlots(
  manifest: WidgetManifest,
  host: SlotValues | undefined,
  defaults: SlotValues,
  reader: SlotReader,
  override: SlotValues = {},
): ResolvedSlots {
  const resolved = resolveSlots(manifest.slots, host, defaults);
  const actions = override.actions === undefined ? resolved.actions : keepOnePrimary(override.actions);
  const updatedAt = override.updatedAt === undefined ? resolved.updatedAt : override.updatedAt;
  return { actions, updatedAt: updatedAt === null ? null : addLabel(updatedAt, reader) };
}

function addLabel({ timestamp, label }: UpdatedAt, reader: SlotReader): UpdatedAt {
  return { timestamp, label: label ?? formatUpdateTime(Date.parse(timestamp), reader) };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A relative time within the last day, otherwise the date and time. */
export function formatUpdateTime(moment: number, { locale, timeZone, now }: SlotReader): string {
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
