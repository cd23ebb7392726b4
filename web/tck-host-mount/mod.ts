/**
 * `@tck/kit/host-mount`: a document that hosts widgets, and the card that one widget stands in (lifecycle
 * specification, D.4 step 1 and D.5). One mount serves production and preview.
 *
 * @module
 */
export { type PageLanguage, pageLanguage } from "./card_language.ts";
export { cardTitle } from "./card_title.ts";
export { FailedCard, type FailedCardProps } from "./failed_card.tsx";
export { type HostControl, type HostMountOptions, isTheme, mountHost } from "./host_control.ts";
export { listenForTheme, type ThemeMessageOptions } from "./theme_messages.ts";
export { WidgetMount, type WidgetMountProps } from "./widget_mount.tsx";
