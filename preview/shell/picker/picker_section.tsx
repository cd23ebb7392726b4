import { type ReactElement, type ReactNode, useId, useState } from "react";

/** What a section is given. */
export interface PickerSectionProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The key of what the Stage shows. */
  readonly current: string | null;
  /** Renders an item; called for those alone that are shown. */
  readonly children: (item: Item) => ReactElement;
  /** Further entries of the list. */
  readonly after?: readonly ReactElement[];
}

/** How many items a section shows before it is asked for the rest. */
const FIRST = 100;

/** A titled list. Of a long one, the first items are shown and the current one: a project may have thousands. */
export function PickerSection<Item>(props: PickerSectionProps<Item>): ReactNode {
  const { title, items, keyOf, current, children, after = [] } = props;
  const [whole, setWhole] = useState(false);
  const id = useId();
  if (items.length + after.length === 0) return null;
  const shown = whole ? items : items.filter((item, index) => index < FIRST || keyOf(item) === current);
  return (
    <section className="shell-group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul role="list">
        {shown.map((item) => <li key={keyOf(item)}>{children(item)}</li>)}
        {shown.length < items.length && (
          <li>
            <button type="button" className="shell-more" onClick={() => setWhole(true)}>
              Show all {items.length}
            </button>
          </li>
        )}
        {after}
      </ul>
    </section>
  );
}
