import { type ReactElement, type ReactNode, useId, useState } from "react";

interface PickerSectionProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The key of what the Stage shows. */
  readonly current: string | null;
  /** Renders an item; called only for items that are shown. */
  readonly children: (item: Item) => ReactElement;
  /** Further entries of the list. */
  readonly after?: readonly ReactElement[];
}

/** The number of items that are shown at first. */
const INITIAL_ITEMS = 100;

/** A titled list. A long list is cut after the first items until the reader expands it; the current item is shown. */
export function PickerSection<Item>(props: PickerSectionProps<Item>): ReactNode {
  const { title, items, keyOf, current, children, after = [] } = props;
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  if (items.length + after.length === 0) return null;
  const shown = expanded
    ? items
    : items.filter((item, index) => index < INITIAL_ITEMS || keyOf(item) === current);
  return (
    <section className="shell-group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul role="list">
        {shown.map((item) => <li key={keyOf(item)}>{children(item)}</li>)}
        {shown.length < items.length && (
          <li>
            <button type="button" className="shell-more" onClick={() => setExpanded(true)}>
              Show all {items.length}
            </button>
          </li>
        )}
        {after}
      </ul>
    </section>
  );
}
