import type { ReactElement, ReactNode } from "react";
import type { Tone } from "./tone.ts";
import { useBidi } from "./use_bidi.tsx";

interface BadgeProps {
  /** One or two words. */
  readonly children: ReactNode;
  /**
   * What its colour means. The text must say it as well.
   *
   * @default "neutral"
   */
  readonly tone?: Tone | undefined;
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
  const { directionOf } = useBidi();
  return <span className="kit-badge" dir={directionOf(children)} data-tone={tone}>{children}</span>;
}
