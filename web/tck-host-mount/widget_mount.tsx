import {
  type CSSProperties,
  type ReactElement,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { type ResolvedSlots, WidgetContextProvider, type WidgetSize } from "@tck/kit";
import { explainKit, type LoadedBundle, type WidgetInstance } from "@tck/kit/host";
import { FOOTPRINTS } from "../../core/contract/mod.ts";
import { textDirection } from "../../core/manifest/mod.ts";
import {
  actionsInState,
  cardTitle,
  keepOnePrimary,
  resolveCardLocale,
  resolveFormatLocale,
  resolveSlots,
} from "../../core/feed/mod.ts";
import { CardBoundary } from "./card_boundary.tsx";
import { CardSkeleton } from "./card_skeleton.tsx";
import { CardSlots, type CardSlotsProps } from "./card_slots.tsx";
import { type CardSurface, openCardSurface } from "./card_surface.ts";
import { DrawnActions } from "./drawn_actions.ts";
import { FailedCard } from "./failed_card.tsx";
import type { HostControl } from "./host_control.ts";
import type { CardClock } from "./relative_time.ts";
import { createPresentationContext } from "./presentation_context.ts";
import { SuspendedContent } from "./suspended_content.tsx";

/** The props of {@linkcode WidgetMount}. */
export interface WidgetMountProps {
  /** The instance from `mountWidget`. */
  readonly instance: WidgetInstance;
  /** The control of the document; the widget follows its theme. */
  readonly control: HostControl;
  /** The isolation of the widget: a shadow root in this page. */
  readonly mode: "inline";
  /**
   * The reader's languages, best first.
   *
   * @default navigator.languages
   */
  readonly locale?: string | readonly string[];
  /**
   * An IANA time zone.
   *
   * @default the browser's
   */
  readonly timeZone?: string;
  /**
   * The size of the card.
   *
   * @default the manifest's first size
   */
  readonly size?: WidgetSize;
  /**
   * What the host draws below the widget.
   *
   * @default the manifest's slots
   */
  readonly slots?: ResolvedSlots;
  /**
   * The clock that the ages of update times follow.
   *
   * @default none: update times are written as dates
   */
  readonly clock?: CardClock;
  /** Called with what the widget threw while rendering, and when it waits for something for 20 seconds. */
  readonly onError?: (error: unknown) => void;
  /** Called when the widget is shown after it had failed: by the button to try again, or by a new component. */
  readonly onRecover?: () => void;
}

/**
 * Mounts a widget instance in an open shadow root of its own (lifecycle specification, D.5). If the widget throws, or
 * suspends for too long, the card shows an error and a button to try again; nothing outside the card changes.
 *
 * @example
 * ```tsx
 * import { WidgetMount } from "@tck/kit/host-mount";
 * const card = <WidgetMount instance={instance} control={control} mode="inline" />;
 * ```
 */
export function WidgetMount(props: WidgetMountProps): ReactElement {
  const { instance, onError, onRecover } = props;
  const hasFailed = useRef(false);
  const { locale, formatLocale } = useCardLocale(props);
  const title = cardTitle(instance.manifest, locale);
  const explain = (error: unknown) => explainKit(instance.manifest.id, instance.bundle.kitVersion, error);
  const failed = (retry: () => void, error: unknown) => (
    <FailedCard
      widgetId={instance.instanceId}
      title={title}
      titleLanguage={locale}
      error={explain(error)}
      onRetry={retry}
    />
  );
  const reportRecovery = () => {
    if (hasFailed.current) onRecover?.();
    hasFailed.current = false;
  };
  return (
    <CardBoundary
      key={`${instance.hash}/${instance.instanceId}`}
      fallback={failed}
      onError={(error) => {
        hasFailed.current = true;
        onError?.(explain(error));
      }}
    >
      <MountedCard {...props} {...{ locale, formatLocale, title }} onShown={reportRecovery} />
    </CardBoundary>
  );
}

interface MountedCardProps extends WidgetMountProps {
  readonly locale: string;
  readonly formatLocale: string;
  readonly title: string;
  /** Called when the widget is in the page. */
  readonly onShown: () => void;
}

function MountedCard(props: MountedCardProps): ReactElement {
  const { instance, control, locale, formatLocale, title, timeZone } = props;
  const article = useRef<HTMLElement>(null);
  const surface = useCardSurface(article, instance.bundle, control);
  const theme = useSyncExternalStore(control.subscribe, () => control.theme);
  const slots = useMemo(() => slotsInState(instance, props.slots), [props.slots, instance]);
  const [drawnActions] = useState(() => new DrawnActions());
  const [isSuspended, setSuspended] = useState(false);
  const isLoading = surface === null || isSuspended;
  const size = props.size ?? instance.manifest.sizes[0]!;
  const fixed = FOOTPRINTS[size].rows !== null;
  return (
    <div className="tck-card-frame" data-size={size} style={cardFrameStyle(size)}>
      <article
        ref={article}
        className="tck-card"
        style={fixed ? FIXED_CARD_STYLE : undefined}
        data-fixed={fixed || undefined}
        data-widget-id={instance.instanceId}
        data-state={isLoading ? "loading" : "mounted"}
        aria-busy={isLoading || undefined}
        lang={locale}
        dir={textDirection(locale)}
        aria-label={title}
      >
        {surface !== null && (
          <WidgetContent
            {...props}
            {...{ theme, surface, size, slots, drawnActions }}
            onSuspend={setSuspended}
          />
        )}
        {isSuspended && <CardSkeleton />}
        <CardFooter {...{ slots, locale, formatLocale, timeZone, fixed, drawnActions }} clock={props.clock} />
      </article>
    </div>
  );
}

let knownTimeZone: string | undefined;

/** Read once, as its first use in a page takes long. */
function browserTimeZone(): string {
  return knownTimeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The slots without the actions that the widget's state does not have. */
function slotsInState({ manifest, getDoc }: WidgetInstance, slots: ResolvedSlots | undefined): ResolvedSlots {
  const { state } = getDoc();
  if (slots === undefined) return resolveSlots(manifest.slots, {}, {}, state);
  return { ...slots, actions: keepOnePrimary(actionsInState(slots.actions, state)) };
}

/** The slots below the content, without the actions that the content shows. */
function CardFooter(
  { slots, drawnActions, ...props }: CardSlotsProps & { drawnActions: DrawnActions },
): ReactElement {
  const drawn = useSyncExternalStore(drawnActions.subscribe, drawnActions.get, drawnActions.get);
  const actions = slots.actions.filter(({ id }) => !drawn.has(id));
  return <CardSlots {...props} slots={{ ...slots, actions }} />;
}

/**
 * Nothing in the frame is painted outside it, and it is the containing block of `position: fixed`. The styles of a widget
 * apply to its article by `:host`, but not to the frame. Elements of the browser's top layer, such as the kit's popovers,
 * are not in the frame's layout.
 *
 * A card of a fixed size has the pixels of its footprint, and is narrower only in a narrower container.
 */
export function cardFrameStyle(size: WidgetSize): CSSProperties {
  const { width, height } = FOOTPRINTS[size];
  const clipped = { contain: "layout paint", overflow: "clip" };
  if (width === null) return clipped;
  return { ...clipped, inlineSize: toRem(width), maxInlineSize: "100%", blockSize: toRem(height) };
}

const FIXED_CARD_STYLE = { boxSizing: "border-box", blockSize: "100%" } as const;

/** A footprint grows with the reader's font size, as the text in it does. */
function toRem(pixels: number): string {
  return `${pixels / 16}rem`;
}

/** Attached before the first paint, so that the card is never painted without its sheets. */
function useCardSurface(
  article: { readonly current: HTMLElement | null },
  bundle: LoadedBundle,
  control: HostControl,
): CardSurface | null {
  const [surface, setSurface] = useState<CardSurface | null>(null);
  useLayoutEffect(() => {
    setSurface(openCardSurface(article.current!, bundle));
    if (bundle.propertiesCss !== null) return control.registerProperties(bundle.propertiesCss);
  }, [article, bundle, control]);
  return surface;
}

interface WidgetContentProps extends MountedCardProps {
  readonly theme: HostControl["theme"];
  readonly surface: CardSurface;
  readonly size: WidgetSize;
  readonly slots: ResolvedSlots;
  readonly drawnActions: DrawnActions;
  /** Called with whether the widget waits for something. */
  readonly onSuspend: (isSuspended: boolean) => void;
}

function WidgetContent(props: WidgetContentProps): ReactElement {
  const {
    instance,
    theme,
    surface,
    size,
    locale,
    formatLocale,
    timeZone,
    slots,
    drawnActions,
    onSuspend,
    onShown,
  } = props;
  const { content, portalTarget } = surface;
  const context = useMemo(
    () =>
      createPresentationContext(instance, {
        theme,
        locale,
        formatLocale,
        readTimeZone: () => timeZone ?? browserTimeZone(),
        size,
        slots,
        portalTarget,
        drawAction: drawnActions.add,
      }),
    [instance, theme, locale, formatLocale, timeZone, size, slots, portalTarget, drawnActions],
  );
  const Widget = instance.component;
  return createPortal(
    <WidgetContextProvider value={context}>
      <Suspense fallback={<SuspendedContent manifestId={instance.manifest.id} onChange={onSuspend} />}>
        <Widget />
        <Shown onShown={onShown} />
      </Suspense>
    </WidgetContextProvider>,
    content,
  );
}

/** Is in the page only together with the widget beside it. */
function Shown({ onShown }: { readonly onShown: () => void }): null {
  useEffect(onShown, []);
  return null;
}

function useCardLocale({ locale, instance }: WidgetMountProps): { locale: string; formatLocale: string } {
  const preferences = typeof locale === "string" ? [locale] : locale ?? navigator.languages;
  const card = resolveCardLocale(preferences, instance.manifest.languages);
  return { locale: card, formatLocale: resolveFormatLocale(preferences, card) };
}
