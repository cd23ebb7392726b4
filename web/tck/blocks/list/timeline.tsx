import type { ReactElement, ReactNode } from "react";
import { inkOf, type InkProps } from "../ink.ts";
import { MoreItems } from "./list.tsx";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readTimeline } from "./list_model.ts";

const TIMELINE = laidOut(readTimeline);

interface TimelineProps extends StyledProps {
  /** Its `TimelineItem`s, in the order of their times. */
  readonly children: ReactNode;
}

/**
 * What happens when, from top to bottom; alone in a `4x1`, from start to end. In a card of a fixed size it shows as many
 * items as fit, two in a card of one row and three in others at least, and the number of the others, such as `+3`; those that
 * are `past` and before the `current` one, or else before the first that is not, are left out first. In a narrow place it has
 * times and texts only.
 *
 * @example
 * ```tsx
 * import { Timeline, TimelineItem } from "@tck/kit";
 * export default function Day() {
 *   return (
 *     <Timeline>
 *       <TimelineItem time="9:00" past>Stand-up</TimelineItem>
 *       <TimelineItem time="11:30" current detail="Room 4">Design review</TimelineItem>
 *       <TimelineItem time="15:00">Dentist</TimelineItem>
 *     </Timeline>
 *   );
 * }
 * ```
 */
export function Timeline({ children, className }: TimelineProps): ReactElement {
  return (
    <ol ref={TIMELINE} className={namesOf("kit-list kit-timeline", className)} role="list">
      {children}
      <MoreItems />
    </ol>
  );
}

interface TimelineItemProps extends InkProps, StyledProps {
  /** When, formatted by `useFormat`. */
  readonly time: ReactNode;
  /** What. */
  readonly children: ReactNode;
  /** A smaller line below it. A small card drops it. */
  readonly detail?: ReactNode;
  /** Content at the end of the row, such as a `Badge`. */
  readonly end?: ReactNode;
  /**
   * Whether it is the one that counts now: it stands out.
   *
   * @default false
   */
  readonly current?: boolean | undefined;
  /**
   * Whether it is over: it is muted.
   *
   * @default false
   */
  readonly past?: boolean | undefined;
}

/**
 * One item of a `Timeline`.
 *
 * @example
 * ```tsx
 * import { TimelineItem } from "@tck/kit";
 * const item = <TimelineItem time="18:04" detail="In 2 hours" current>Sunset</TimelineItem>;
 * ```
 */
export function TimelineItem(
  { time, children, detail, end, current = false, past = false, color, tone, className }: TimelineItemProps,
): ReactElement {
  const { directionOf, isolate } = useBidi();
  return (
    <li
      className={namesOf("kit-event", className)}
      aria-current={current || undefined}
      data-past={past || undefined}
      style={inkOf({ color, tone })}
    >
      <div className="kit-event-time">{isolate(time)}</div>
      <div className="kit-event-main">
        <div className="kit-event-text" dir={directionOf(children)}>{children}</div>
        {detail !== undefined && <div className="kit-item-detail" dir={directionOf(detail)}>{detail}</div>}
      </div>
      {end !== undefined && <div className="kit-event-end">{isolate(end)}</div>}
    </li>
  );
}
