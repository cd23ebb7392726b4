import type { ReactElement, ReactNode } from "react";

interface ListProps {
  /** Its `ListItem`s. */
  readonly children: ReactNode;
  /**
   * Whether the items are numbered.
   *
   * @default false
   */
  readonly ordered?: boolean;
  /**
   * Whether there is a line between the items.
   *
   * @default false
   */
  readonly divided?: boolean;
}

/**
 * A list of `ListItem`s.
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
export function List({ children, ordered = false, divided = false }: ListProps): ReactElement {
  const Element = ordered ? "ol" : "ul";
  return (
    // Safari drops the list role from a list without markers.
    <Element className="kit-list" role="list" data-divided={divided || undefined}>{children}</Element>
  );
}

interface ListItemProps {
  /** The main line. */
  readonly children: ReactNode;
  /** A smaller line below it. */
  readonly detail?: ReactNode;
  /** Content before it, such as an `Image`. */
  readonly start?: ReactNode;
  /** Content after it, such as a value, a `Badge` or a `Sparkline`. */
  readonly end?: ReactNode;
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
export function ListItem({ children, detail, start, end }: ListItemProps): ReactElement {
  return (
    <li className="kit-item">
      {start !== undefined && <div className="kit-item-start">{start}</div>}
      <div className="kit-item-main">
        {children}
        {detail !== undefined && <div className="kit-item-detail">{detail}</div>}
      </div>
      {end !== undefined && <div className="kit-item-end">{end}</div>}
    </li>
  );
}
