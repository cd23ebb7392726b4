/**
 * The building blocks of a card: accessible, made of the host's tokens, and legible in both themes and at every size.
 *
 * @module
 */
export { ActionButton, type ActionButtonProps } from "./action_button.tsx";
export { Badge, type BadgeProps } from "./badge.tsx";
export { BarChart } from "./bar_chart.tsx";
export { Card, type CardProps } from "./card.tsx";
export { type ChartPoint, type ChartProps } from "./chart_frame.tsx";
export { Heading, type HeadingProps } from "./heading.tsx";
export { Image, type ImageDataUrl, type ImageProps } from "./image.tsx";
export { LineChart } from "./line_chart.tsx";
export { List, ListItem, type ListItemProps, type ListProps } from "./list.tsx";
export { Popover, type PopoverProps } from "./popover.tsx";
export { type Space, Stack, type StackProps } from "./stack.tsx";
export { Sparkline, type SparklineProps } from "./sparkline.tsx";
export { BLOCK_STYLES } from "./styles.ts";
export { Text, type TextProps, type TextSize } from "./text.tsx";
export { type ChartColor, type Tone } from "./tone.ts";
export { Tooltip, type TooltipProps } from "./tooltip.tsx";
