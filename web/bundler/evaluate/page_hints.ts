/** What to use instead of something that a page has, by how the line reads that uses it. The first that matches counts. */
const INSTEAD: readonly (readonly [use: RegExp, hint: string])[] = [
  [
    /prefers-color-scheme/,
    "Follow the theme by var(--color-*), light-dark() or useTheme() from @tck/kit",
  ],
  [
    /\b(?:inner|outer|client|offset|scroll)(?:Width|Height)\b|\b(?:screen|visualViewport|matchMedia|ResizeObserver)\b/,
    "Take the size of the card from useFootprint() or useSize() of @tck/kit, and the room of a drawing of your own from useRoom()",
  ],
  [
    /\b(?:(?:set|clear)(?:Timeout|Interval)|(?:request|cancel)(?:AnimationFrame|IdleCallback))\b/,
    "Start it in an effect that also ends it: useEffect(() => { const timer = setInterval(…); return () => clearInterval(timer); }, [])",
  ],
  [
    /\bnavigator\b/,
    "Take the language from useLocale() of @tck/kit, and write numbers and dates by useFormat()",
  ],
  [
    /\bIntl\b/,
    "Take the time zone from useTimeZone() of @tck/kit, and write numbers and dates by useFormat()",
  ],
  [
    /\blocation\b/,
    "A card has no address of its own: read what it shows by useWidgetState(manifest) of @tck/kit",
  ],
];

/** The message about a name that only a page has. */
const PAGE_NAME =
  /^(?:window|document|screen|location|history|(?:inner|outer)(?:Width|Height)|visualViewport|matchMedia|getComputedStyle|(?:request|cancel)(?:AnimationFrame|IdleCallback)|(?:Resize|Intersection|Mutation)Observer) is not defined$/;

const IN_EFFECT = "Use it in an effect or an event handler only: a widget is rendered without a page first";

/**
 * What to use instead of the page, for an error about a name that only a page has.
 *
 * @param use the line of the source from that name on, or null when it is unknown
 * @returns null for another error
 */
export function hintWithoutPage(message: string, use: string | null): string | null {
  const name = PAGE_NAME.exec(message)?.[0];
  if (name === undefined) return null;
  const text = use ?? name;
  return INSTEAD.find(([pattern]) => pattern.test(text))?.[1] ?? IN_EFFECT;
}
