/**
 * `@tck/kit/host-mount`: prepares a document for widgets and mounts each widget in a card (lifecycle specification, D.4
 * step 1 and D.5). Production and preview use the same mount.
 *
 * @module
 */
export { CardBoundary } from "./card_boundary.tsx";
export { type PageLanguage, pageLanguage } from "./card_language.ts";
export { CardSkeleton } from "./card_skeleton.tsx";
export { cardTitle } from "../../core/feed/mod.ts";
export { FailedCard } from "./failed_card.tsx";
export { type HostControl, isTheme, mountHost } from "./host_control.ts";
export { type CardClock, createCardClock } from "./relative_time.ts";
export { listenForTheme } from "./theme_messages.ts";
export { cardFrameStyle, WidgetMount, type WidgetMountProps } from "./widget_mount.tsx";
export { setWindowHeight } from "./window_height.ts";
