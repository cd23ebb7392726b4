import type { ReactElement, ReactNode } from "react";
import type { Tone } from "./tone.ts";

/** What `Badge` takes. */
export interface BadgeProps {
  /** One or two words. */
  readonly children: ReactNode;
  /**
   * What its colour says; the words say it as well.
   *
   * @default "neutral"
   */
  readonly tone?: Tone;
}

/**
 * A small label for the state of a thing.
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
