/**
 * The building blocks of a card: accessible, styled by the host's tokens, legible in both themes and at every size.
 *
 * @module
 */
export { ActionButton } from "./action_button.tsx";
export { BarList, type BarListItem } from "./bar_list/bar_list.tsx";
export { Badge } from "./badge.tsx";
export { Calendar, type CalendarMark } from "./calendar/calendar.tsx";
export { Callout } from "./callout/callout.tsx";
export { Card, CardHeader } from "./card/card.tsx";
export { Choice, type ChoiceOption } from "./choice/choice.tsx";
export { Donut } from "./donut/donut.tsx";
export { DotMatrix } from "./dot_matrix.tsx";
export { EmptyState } from "./empty_state.tsx";
export { Figure } from "./figure.tsx";
export { Gauge } from "./gauge/gauge.tsx";
export { type GaugeRange } from "./gauge/plan_bands.ts";
export { Grid } from "./grid/grid.tsx";
export { Heading } from "./text/heading.tsx";
export { HeatGrid } from "./heat/heat_grid.tsx";
export { Image, type ImageDataUrl } from "./image.tsx";
export { List, ListItem } from "./list/list.tsx";
export { Match, type MatchSide } from "./list/match.tsx";
export { Popover } from "./floating/popover.tsx";
export { ProgressBar } from "./meter/progress_bar.tsx";
export { Quote } from "./quote/quote.tsx";
export { type Segment } from "./segments.tsx";
export { Stack } from "./stack/stack.tsx";
export { StackedBar } from "./meter/stacked_bar.tsx";
export { Stat, type Trend } from "./stat/stat.tsx";
export { BLOCK_STYLES } from "./styles/mod.ts";
export { Table, type TableColumn } from "./table/table.tsx";
export { Text } from "./text/text.tsx";
export { Timeline, TimelineItem } from "./list/timeline.tsx";
export { type ChartColor, type Tone } from "./tone.ts";
export { Tooltip } from "./floating/tooltip.tsx";
export { type Room, useRoom } from "./use_room.ts";
