import type { ReactElement, ReactNode } from "react";
import type { Tone } from "./tone.ts";

interface BadgeProps {
  /** One or two words. */
  readonly children: ReactNode;
  /**
   * What its colour means. The text must say it as well.
   *
   * @default "neutral"
   */
  readonly tone?: Tone;
}

/**
 * A small label for a status.
 *
 * @example
 * ```tsx
 * import { Badge } from "@tck/kit";
 * const badge = <Badge tone="warning">Delayed</Badge>;
 * ```
 */
export function Badge({ children, tone = "neutral" }: BadgeProps): ReactElement {
  return <span className="kit-badge" data-tone={tone}>{children}</span>;
}
