import { useMemo } from "react";
import type { WidgetSize } from "@tck/kit";
import { EphemeralStorage, type WidgetInstance } from "@tck/kit/host";
import type { WidgetMountProps } from "@tck/kit/host-mount";
import { resolveCardLocale, type SlotValues } from "../../../core/feed/mod.ts";
import type { JsonObject, WidgetManifest } from "../../../core/manifest/mod.ts";
import type { PreviewHostContext } from "../../protocol.ts";
import { useClock } from "../clock.ts";
import { useShellState } from "../shell_context.ts";
import { resolvePreviewSlots } from "./card_slots.ts";

/** How a card is to be shown. */
export interface CardWishes {
  /** Null for the manifest's first. */
  readonly size: WidgetSize | null;
  /** What the configuration injects. */
  readonly context?: PreviewHostContext | undefined;
  /** What the slots fall back on where the configuration sets nothing. */
  readonly slotDefaults?: SlotValues | undefined;
}

/**
 * What the mount is told of how a card is to be shown. Of languages, the reader's override comes first, then what the
 * configuration says of the card, then the browser's.
 */
export function useCardPresentation(
  { size, context, slotDefaults = NO_DEFAULTS }: CardWishes,
  manifest: WidgetManifest,
): Pick<WidgetMountProps, "locale" | "timeZone" | "size" | "slots"> {
  const { languages } = useShellState();
  const now = useClock();
  const locale = languages ?? asList(context?.locale) ?? navigator.languages;
  const timeZone = validTimeZone(context?.timeZone);
  const reader = { locale: formatLocale(languages, locale, manifest), timeZone, now };
  const slots = useEqual(resolvePreviewSlots(manifest, context?.slotValues, slotDefaults, reader));
  return { locale, slots, ...(timeZone && { timeZone }), ...(size && { size }) };
}

/** The instance with the document of one of its manifest's states, frozen as the host does it. */
export function withState(instance: WidgetInstance, stateName: string | null): WidgetInstance {
  const { instanceId, manifest } = instance;
  const defaultState = stateName === null ? undefined : stateNamed(manifest, stateName);
  if (defaultState === undefined) return instance;
  const document = new EphemeralStorage().open(instanceId, { ...manifest, defaultState });
  return { ...instance, getDoc: () => document };
}

const NO_DEFAULTS: SlotValues = {};

/** An override holds for dates and times as it is; without one they follow the card. */
function formatLocale(
  override: readonly string[] | null,
  preferences: readonly string[],
  manifest: WidgetManifest,
): string {
  return override === null ? resolveCardLocale(preferences, manifest.languages) : override[0] ?? "en";
}

/** The clock goes on for every card; a widget is rendered again only when what it reads has changed. */
function useEqual<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text), [text]);
}

function asList(locale: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof locale === "string" ? [locale] : locale;
}

/** A zone that the browser does not know would fail every date of the card. */
function validTimeZone(timeZone: string | undefined): string | undefined {
  try {
    return timeZone && new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** A state may be called as what every object has. */
function stateNamed({ states = {} }: WidgetManifest, name: string): JsonObject | undefined {
  return Object.hasOwn(states, name) ? states[name] : undefined;
}
