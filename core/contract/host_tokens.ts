/** The host's design tokens, which every page with widgets defines (`web/assets/style.css`). */
export const HOST_TOKENS: readonly string[] = [
  "--color-accent",
  "--color-accent-soft",
  "--color-background",
  "--color-border",
  "--color-chart-1",
  "--color-chart-2",
  "--color-chart-3",
  "--color-chart-4",
  "--color-chart-5",
  "--color-chart-6",
  "--color-grid",
  "--color-info",
  "--color-negative",
  "--color-on-accent",
  "--color-positive",
  "--color-surface",
  "--color-surface-raised",
  "--color-text",
  "--color-text-muted",
  "--color-warning",
  "--font-mono",
  "--font-sans",
  "--font-serif",
  "--radius-card",
  "--radius-control",
  "--shadow-card",
  "--space-1",
  "--space-2",
  "--space-3",
  "--space-4",
  "--space-5",
  "--space-6",
  "--text-2xl",
  "--text-base",
  "--text-lg",
  "--text-sm",
  "--text-xl",
  "--text-xs",
];

const HOST_PROPERTY = /^--(?:canvas|color|font|kit|radius|shadow|space|tck|text)-/;

/**
 * Whether a custom property has one of the prefixes of the host's design tokens, or of the other properties that the canvas
 * and the kit use. A widget may set such a property in its own styles, but not register it with `@property`, because a
 * registration applies to the whole page.
 *
 * @param name with its two hyphens
 */
export function isHostToken(name: string): boolean {
  return HOST_PROPERTY.test(name);
}
