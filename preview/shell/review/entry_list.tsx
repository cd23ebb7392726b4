import type { ReactElement } from "react";
import { Badge } from "../../review/entry_view.tsx";
import { groupByWidget, nameVariant, type ReviewEntry } from "../../review/review.ts";
import { ShellLink } from "../controls/shell_link.tsx";

interface EntryListProps {
  readonly entries: readonly ReviewEntry[];
  readonly shown: ReviewEntry | null;
  /** Called when an entry is chosen. */
  readonly onChoose: () => void;
}

/** The links to the entries, by widget. */
export function EntryList({ entries, shown, onChoose }: EntryListProps): ReactElement {
  return (
    <nav className="shell-review-list" aria-label="Pictures that differ">
      {groupByWidget(entries).map(({ widget, entries }) => (
        <section key={widget} aria-label={widget}>
          <h2>{widget}</h2>
          <ul role="list">
            {entries.map((entry) => (
              <li key={entry.id}>
                <ShellLink
                  className="shell-review-link"
                  to={{ view: "review", picture: entry.picture }}
                  current={entry.id === shown?.id}
                  onFollow={onChoose}
                >
                  <span>{nameVariant(entry)}</span>
                  <Badge kind={entry.verdict ?? entry.kind}>{entry.verdict ?? entry.kind}</Badge>
                </ShellLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
