import type { ReactElement, ReactNode } from "react";

interface CardProps {
  /** The widget's content. */
  readonly children: ReactNode;
}

/**
 * The outermost block of a widget. It sets the padding and the font, and the other blocks adapt to its width.
 *
 * @example
 * ```tsx
 * import { Card, Heading, Text } from "@tck/kit";
 * export default function Weather() {
 *   return (
 *     <Card>
 *       <Heading kicker="Weather">Fog until nine</Heading>
 *       <Text tone="muted">Dry until the evening.</Text>
 *     </Card>
 *   );
 * }
 * ```
 */
export function Card({ children }: CardProps): ReactElement {
  return (
    <div className="kit-card">
      <div className="kit-stack" style={{ gap: "var(--space-4)" }}>{children}</div>
    </div>
  );
}
