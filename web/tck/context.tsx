import { createContext, type ReactElement, type ReactNode, useContext } from "react";
import { FOOTPRINTS, type WidgetFootprint, type WidgetSize } from "../../core/contract/mod.ts";
import type { ResolvedSlots } from "../../core/feed/mod.ts";
import { type JsonObject, textDirection, type WidgetManifest } from "../../core/manifest/mod.ts";
import type { TypedManifest } from "./define.ts";
import { WidgetKitError } from "./errors.ts";

/** The two themes of a host page. */
export type WidgetTheme = "light" | "dark";

/** A widget's document: its state and the state's version. */
export interface WidgetDocument {
  /** The state that the widget renders. Treat it as frozen. */
  readonly state: JsonObject;
  /** 0 is the manifest's baked `defaultState`. */
  readonly version: number;
}

/**
 * What the host provides to a mounted widget (lifecycle specification, D.5 step 5). It is for presentation only: there is
 * no agent, and nothing is written back.
 */
export interface WidgetContext {
  /** Identifies this card on its page. */
  readonly instanceId: string;
  /** The manifest that was committed with the widget. */
  readonly manifest: WidgetManifest;
  /** The page's theme. The widget renders again when it changes. */
  readonly theme: WidgetTheme;
  /** The language of this card: a BCP 47 tag from the manifest's `languages`, or `en` if it has none. */
  readonly locale: string;
  /**
   * The language tag for dates and numbers: the reader's own, with its region, where it is of the language of the card.
   *
   * @default locale
   */
  readonly formatLocale?: string;
  /** An IANA time zone, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** The footprint that the card has on this surface. */
  readonly size: WidgetSize;
  /** What the host draws below the widget: actions and the update time. */
  readonly slots: ResolvedSlots;
  /**
   * An element of the card's shadow root that covers the whole card, for content above the rest
   * (`createPortal(children, portalTarget)`). It ignores pointer events; its children receive them.
   */
  readonly portalTarget: HTMLElement | null;
  /**
   * Reports that the content shows a slot action, so that the host leaves it out of the footer. `ActionButton` calls it in
   * a layout effect. Returns a function that takes the report back.
   */
  readonly drawAction?: (id: string) => () => void;
  /** Always null: no surface of this version has an agent. */
  readonly agent: null;
  /** The document at render time. */
  getDoc(): WidgetDocument;
  /** @throws {ReadOnlySurfaceError} always */
  applyPatch(patch: unknown): never;
}

const MountedWidgetContext = createContext<WidgetContext | null>(null);

/** Provides a context to the widget below it. For hosts, and for an author's tests. */
export function WidgetContextProvider(
  { value, children }: { value: WidgetContext; children?: ReactNode },
): ReactElement {
  return <MountedWidgetContext.Provider value={value}>{children}</MountedWidgetContext.Provider>;
}

/**
 * Everything that the host provides to this widget.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget
 */
export function useWidgetContext(): WidgetContext {
  return useMountedContext("useWidgetContext");
}

/** The page's theme. Colours rarely need it: `var(--color-*)` and `light-dark()` follow the theme already. */
export function useTheme(): WidgetTheme {
  return useMountedContext("useTheme").theme;
}

/** The card's language, a BCP 47 tag. */
export function useLocale(): string {
  return useMountedContext("useLocale").locale;
}

/** The card's IANA time zone. */
export function useTimeZone(): string {
  return useMountedContext("useTimeZone").timeZone;
}

/** The name of the card's size, such as `2x1`. */
export function useSize(): WidgetSize {
  return useMountedContext("useSize").size;
}

/**
 * The size of the card in cells and CSS pixels. All are null for `fill-auto`, whose width is that of its column and whose
 * height is that of its content. The blocks adapt without it.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget
 *
 * @example
 * ```ts
 * import { useFootprint } from "@tck/kit";
 * export default function Hours() {
 *   const { columns } = useFootprint();
 *   return columns === 1 ? "Today" : "Today and tomorrow";
 * }
 * ```
 */
export function useFootprint(): WidgetFootprint {
  return FOOTPRINTS[useMountedContext("useFootprint").size];
}

/**
 * The widget's state, with the type that its manifest gives it. It is read-only.
 *
 * @param manifest what `defineManifest` returned, for the type only: the state is the one that the surface provides
 *
 * @example
 * ```ts
 * import { defineManifest, useWidgetState } from "@tck/kit";
 * export const manifest = defineManifest({
 *   id: "weather",
 *   cardType: "feed",
 *   sizes: ["fill-auto"],
 *   defaultState: { degrees: 12 },
 * });
 * export default function Degrees() {
 *   return `${useWidgetState(manifest).degrees} °C`;
 * }
 * ```
 */
export function useWidgetState<State extends object>(_manifest: TypedManifest<State>): State {
  return useMountedContext("useWidgetState").getDoc().state as State;
}

/**
 * The writing direction of the card's language; left to right outside a mounted widget.
 *
 * @internal
 */
export function useCardDirection(): "ltr" | "rtl" {
  const locale = useContext(MountedWidgetContext)?.locale ?? "en";
  const direction = DIRECTIONS.get(locale) ?? textDirection(locale);
  DIRECTIONS.set(locale, direction);
  return direction;
}

/**
 * The language by whose rules values are written; English outside a mounted widget.
 *
 * @internal
 */
export function useFormatLocale(): string {
  const context = useContext(MountedWidgetContext);
  return context?.formatLocale ?? context?.locale ?? "en";
}

/**
 * The class of the card's size: one row high, two rows or as high as its content, four rows; two rows outside a mounted
 * widget.
 *
 * @internal
 */
export function useSizeClass(): "S" | "M" | "L" {
  const size = useContext(MountedWidgetContext)?.size;
  const rows = size === undefined ? null : FOOTPRINTS[size].rows;
  return rows === 1 ? "S" : rows === 4 ? "L" : "M";
}

/** By language: every block asks for it. */
const DIRECTIONS = new Map<string, "ltr" | "rtl">();

/**
 * The context for the kit's own hooks and blocks.
 *
 * @internal
 * @param caller the name of the hook or block, for the error message
 */
export function useMountedContext(caller: string): WidgetContext {
  const context = useContext(MountedWidgetContext);
  if (context === null) {
    throw new WidgetKitError(
      "context.missing",
      `Cannot call ${caller}: there is no widget context here. Call it while a widget's component renders, and in ` +
        "tests wrap the component in <WidgetContextProvider>",
    );
  }
  return context;
}
