/**
 * The building blocks of a card: accessible, styled by the host's tokens, legible in both themes and at every size.
 *
 * @module
 */
export { ActionButton } from "./action_button.tsx";
export { Badge } from "./badge.tsx";
export { BarChart } from "./bar_chart.tsx";
export { Card } from "./card.tsx";
export { type ChartPoint } from "./chart_frame.tsx";
export { Heading } from "./heading.tsx";
export { Image, type ImageDataUrl } from "./image.tsx";
export { LineChart } from "./line_chart.tsx";
export { List, ListItem } from "./list.tsx";
export { Popover } from "./popover.tsx";
export { Stack } from "./stack.tsx";
export { Sparkline } from "./sparkline.tsx";
export { BLOCK_STYLES } from "./styles.ts";
export { Text } from "./text.tsx";
export { type ChartColor, type Tone } from "./tone.ts";
export { Tooltip } from "./tooltip.tsx";
