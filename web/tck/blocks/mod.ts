/**
 * The building blocks of a card: accessible, styled by the host's tokens, legible in both themes and at every size.
 *
 * @module
 */
export { ActionButton } from "./action_button.tsx";
export { Badge } from "./badge.tsx";
export { Calendar, type CalendarMark } from "./calendar.tsx";
export { Callout } from "./callout.tsx";
export { Card, CardHeader } from "./card.tsx";
export { Donut } from "./donut.tsx";
export { DotMatrix } from "./dot_matrix.tsx";
export { EmptyState } from "./empty_state.tsx";
export { Figure } from "./figure.tsx";
export { Grid } from "./grid.tsx";
export { Heading } from "./heading.tsx";
export { HeatGrid } from "./heat/heat_grid.tsx";
export { Image, type ImageDataUrl } from "./image.tsx";
export { List, ListItem } from "./list.tsx";
export { Match, type MatchSide } from "./match.tsx";
export { Popover } from "./floating/popover.tsx";
export { ProgressBar } from "./progress_bar.tsx";
export { type Segment } from "./segments.tsx";
export { Stack } from "./stack.tsx";
export { StackedBar } from "./stacked_bar.tsx";
export { Stat, type Trend } from "./stat.tsx";
export { BLOCK_STYLES } from "./styles/mod.ts";
export { Table, type TableColumn } from "./table.tsx";
export { Text } from "./text.tsx";
export { Timeline, TimelineItem } from "./timeline.tsx";
export { type ChartColor, type Tone } from "./tone.ts";
export { Tooltip } from "./floating/tooltip.tsx";
export { type Room, useRoom } from "./use_room.ts";
