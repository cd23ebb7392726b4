import type { ReactElement, ReactNode } from "react";
import type { Tone } from "./tone.ts";
import { useBidi } from "./use_bidi.tsx";
import { namesOf, type StyledProps } from "./class_names.ts";
import { laidOut } from "../layout/registry.ts";
import { readRigid } from "./figure_model.ts";

const BADGE = laidOut(readRigid("remark"));

interface BadgeProps extends StyledProps {
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
export function Badge({ children, tone = "neutral", className }: BadgeProps): ReactElement {
  const { directionOf } = useBidi();
  return (
    <span
      ref={BADGE}
      className={namesOf("kit-badge", className)}
      dir={directionOf(children)}
      data-tone={tone}
    >
      {children}
    </span>
  );
}
