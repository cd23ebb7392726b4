/** What a colour means. Each tone is one of the host's tokens, and is legible in both themes. */
export type Tone = "neutral" | "muted" | "accent" | "positive" | "negative" | "warning" | "info";

/** The colour of a chart: one of the host's six, `var(--color-chart-1)` to `var(--color-chart-6)`. */
export type ChartColor = 1 | 2 | 3 | 4 | 5 | 6;
