import type { ReactElement, ReactNode } from "react";
import { inkOf, type InkProps } from "../ink.ts";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readList } from "./list_model.ts";

const LIST = laidOut(readList);

interface ListProps extends StyledProps {
  /** Its `ListItem`s. */
  readonly children: ReactNode;
  /**
   * Whether the items are numbered. They keep their numbers where others are left out.
   *
   * @default false
   */
  readonly ordered?: boolean | undefined;
  /**
   * Whether there is a line between the items.
   *
   * @default false
   */
  readonly divided?: boolean | undefined;
}

/**
 * A list of `ListItem`s. In a card of a fixed size it shows as many as fit, two in a card of one row and three in others at
 * least, and the number of the others, such as `+3`, in the line of its heading or else below them. The `current` item
 * stays, or else the first that is not `past`; items that are `past` and before it are left out first, and not counted.
 *
 * @example
 * ```tsx
 * import { List, ListItem } from "@tck/kit";
 * export default function Ferries() {
 *   return (
 *     <List divided>
 *       <ListItem detail="From Dagebüll" end="10:25">Ferry to Föhr</ListItem>
 *       <ListItem detail="From Dagebüll" end="11:40">Ferry to Amrum</ListItem>
 *     </List>
 *   );
 * }
 * ```
 */
export function List({ children, ordered = false, divided = false, className }: ListProps): ReactElement {
  const Element = ordered ? "ol" : "ul";
  return (
    // Safari drops the list role from a list without markers.
    <Element
      ref={LIST}
      className={namesOf("kit-list", className)}
      role="list"
      data-divided={divided || undefined}
    >
      {children}
      <MoreItems />
    </Element>
  );
}

/** Where the card writes how many items it does not show. */
export function MoreItems(): ReactElement {
  return <li className="kit-more" />;
}

interface ListItemProps extends InkProps, StyledProps {
  /** The main line. */
  readonly children: ReactNode;
  /** The number of lines after which the main line is cut off with an ellipsis. Without it, all of it is shown. */
  readonly lines?: number | undefined;
  /** A smaller line below it. */
  readonly detail?: ReactNode;
  /** Content before it, such as an `Image`. */
  readonly start?: ReactNode;
  /** Content after it, such as a value, a `Badge` or a `Sparkline`. */
  readonly end?: ReactNode;
  /**
   * Whether a swatch in the item's colour is before it, as in a legend.
   *
   * @default true if the item has a `color`. A `tone` is only seen in a swatch
   */
  readonly swatch?: boolean | undefined;
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
 * One item of a `List`: a main line, a detail below it, and content before and after.
 *
 * @example
 * ```tsx
 * import { Badge, ListItem } from "@tck/kit";
 * const item = <ListItem detail="Room 4" end={<Badge>Now</Badge>}>Design review</ListItem>;
 * ```
 */
export function ListItem(
  { children, lines, detail, start, end, swatch, current = false, past = false, color, tone, className }:
    ListItemProps,
): ReactElement {
  const { directionOf, isolate } = useBidi();
  return (
    <li
      className={namesOf("kit-item", className)}
      aria-current={current || undefined}
      data-past={past || undefined}
      style={inkOf({ color, tone })}
    >
      {(swatch ?? color !== undefined) && <span className="kit-swatch" />}
      {start !== undefined && <div className="kit-item-start">{isolate(start)}</div>}
      <div className="kit-item-main">
        {lines === undefined
          ? isolate(children)
          : <div className="kit-clamped" style={{ WebkitLineClamp: lines }}>{isolate(children)}</div>}
        {detail !== undefined && <div className="kit-item-detail" dir={directionOf(detail)}>{detail}</div>}
      </div>
      {end !== undefined && <div className="kit-item-end">{isolate(end)}</div>}
    </li>
  );
}
