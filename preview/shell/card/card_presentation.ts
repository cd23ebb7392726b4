import { useMemo, useSyncExternalStore } from "react";
import type { ResolvedSlots, WidgetSize } from "@tck/kit";
import { EphemeralStorage, type WidgetInstance } from "@tck/kit/host";
import { createCardClock, type WidgetMountProps } from "@tck/kit/host-mount";
import { resolveCardLocale, resolveFormatLocale, type SlotValues } from "../../../core/feed/mod.ts";
import { isLanguageTag, type WidgetManifest } from "../../../core/manifest/mod.ts";
import type { PreviewHostContext } from "../../protocol.ts";
import { useShell } from "../shell_context.ts";
import { findState, readStateData } from "../state/state_data.ts";
import { resolvePreviewSlots } from "./card_slots.ts";

const CLOCK = createCardClock();

/** How a card is shown. */
export interface CardOptions {
  /** Identifies the card, for the slot values that the reader sets; undefined for a card without them. */
  readonly cardKey?: string | undefined;
  /** Null for the manifest's first size. */
  readonly size: WidgetSize | null;
  /** The card's context from the configuration. */
  readonly context?: PreviewHostContext | undefined;
  /** Default values for slots without a configured value. */
  readonly slotDefaults?: SlotValues | undefined;
}

/**
 * The presentation props of a card's mount. The languages are the reader's override, or the card's configuration, or the
 * browser's.
 */
export function useCardPresentation(
  { cardKey, size, context, slotDefaults = NO_DEFAULTS }: CardOptions,
  manifest: WidgetManifest,
): Pick<WidgetMountProps, "locale" | "timeZone" | "size"> & { slots: ResolvedSlots } {
  const languages = useShell((state) => state.languages);
  const override = useShell(({ slotOverrides }) =>
    cardKey === undefined ? undefined : slotOverrides.get(cardKey)
  );
  const now = useClock();
  const locale = languages ?? asList(context?.locale) ?? navigator.languages;
  const timeZone = validTimeZone(context?.timeZone);
  const reader = { locale: formatLocale(languages, locale, manifest), timeZone, now };
  const slots = useEqual(resolvePreviewSlots(manifest, context?.slotValues, slotDefaults, reader, override));
  return { locale, slots, ...(timeZone && { timeZone }), ...(size && { size }) };
}

/**
 * The instance with a document of one of its manifest's states, frozen as by the host.
 *
 * @param stateName null for the default state
 * @param stateData changed keys of it as JSON, or null
 */
export function withState(
  instance: WidgetInstance,
  stateName: string | null,
  stateData: string | null,
): WidgetInstance {
  const { instanceId, manifest } = instance;
  const changes = stateData === null ? null : readStateData(stateData);
  if (stateName === null && changes === null) return instance;
  const defaultState = { ...findState(manifest, stateName), ...changes };
  const document = new EphemeralStorage().open(instanceId, { ...manifest, defaultState });
  return { ...instance, getDoc: () => document };
}

const NO_DEFAULTS: SlotValues = {};

/**
 * Dates and times use an override unchanged, and the card's language by the reader's region otherwise. A card that declares no languages has those
 * of its context, or of the browser.
 */
function formatLocale(
  override: readonly string[] | null,
  preferences: readonly string[],
  { languages = [] }: WidgetManifest,
): string {
  if (override !== null) return override[0] ?? "en";
  return languages.length > 0
    ? resolveFormatLocale(preferences, resolveCardLocale(preferences, languages))
    : preferences.find(isLanguageTag) ?? "en";
}

/** Keeps the object while its JSON is equal, so that a tick of the clock renders only widgets whose values changed. */
function useEqual<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text), [text]);
}

function asList(locale: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof locale === "string" ? [locale] : locale;
}

/** Undefined for a time zone that the browser does not know: every date format of the card would throw. */
function validTimeZone(timeZone: string | undefined): string | undefined {
  try {
    return timeZone && new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The time of the shell's clock, in milliseconds since 1970. All cards share it. */
function useClock(): number {
  return useSyncExternalStore(CLOCK.subscribe, CLOCK.now);
}
