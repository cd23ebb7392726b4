import type { ReactElement, ReactNode } from "react";

/** What `Card` takes. */
export interface CardProps {
  /** The widget's content. */
  readonly children: ReactNode;
}

/**
 * The outermost block of a widget: the padding, the type and the width that the blocks inside adapt to.
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
