import type { ReactElement, ReactNode } from "react";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";

/** One of the two sides of a `Match`. */
export interface MatchSide {
  readonly name: string;
  /** Its points, goals or sets, formatted; missing before the match. */
  readonly score?: string | number | undefined;
  /** Content before its name, such as an `Image`. */
  readonly start?: ReactNode;
  /**
   * Whether it has lost: it is muted.
   *
   * @default false
   */
  readonly lost?: boolean | undefined;
}

interface MatchProps extends StyledProps {
  /** The two sides, home first. */
  readonly sides: readonly MatchSide[];
  /** When it begins, its minute, or that it is over. */
  readonly status?: ReactNode;
  /**
   * Whether it is played now: it stands out.
   *
   * @default false
   */
  readonly current?: boolean | undefined;
}

/**
 * A row of a `List`: two sides with their scores, and the status of the match.
 *
 * @example
 * ```tsx
 * import { List, Match } from "@tck/kit";
 * export default function Handball() {
 *   return (
 *     <List divided>
 *       <Match sides={[{ name: "Kiel", score: 28 }, { name: "Flensburg", score: 27 }]} status="54′" current />
 *       <Match sides={[{ name: "Magdeburg" }, { name: "Berlin" }]} status="19:00" />
 *     </List>
 *   );
 * }
 * ```
 */
export function Match({ sides, status, current = false, className }: MatchProps): ReactElement {
  const { directionOf, isolate } = useBidi();
  return (
    <li className={namesOf("kit-item kit-match", className)} aria-current={current || undefined}>
      <div className="kit-match-sides">
        {sides.map(({ name, score, start, lost }, index) => (
          <p key={index} className="kit-match-side" data-lost={lost || undefined}>
            {start}
            <span className="kit-match-name" dir={directionOf(name)}>{name}</span>
            {score !== undefined && <span className="kit-match-score">{isolate(score)}</span>}
          </p>
        ))}
      </div>
      {status !== undefined && <div className="kit-match-status">{isolate(status)}</div>}
    </li>
  );
}
