import type { ReactElement } from "react";
import type { BundleProblem } from "../../protocol.ts";
import { useShell } from "../shell_context.ts";
import { ShellLink } from "../controls/shell_link.tsx";
import type { PickerItem, PickerRow } from "./picker_rows.ts";

/** The properties of {@link RowContent}. */
export interface RowContentProps {
  readonly row: PickerRow;
  /** The widget on the Stage. */
  readonly current: string | null;
  readonly tabIndex: 0 | -1;
  /** Called with the key of a row to open or close. */
  readonly onFold: (row: string, isOpen: boolean) => void;
  readonly onChoose: () => void;
}

/** One line of the picker. */
export function RowContent({ row, current, tabIndex, onFold, onChoose }: RowContentProps): ReactElement {
  switch (row.kind) {
    case "group":
      return (
        <h2 className="shell-group-title">
          <button
            type="button"
            tabIndex={tabIndex}
            aria-expanded={row.isOpen}
            onClick={() => onFold(row.key, !row.isOpen)}
          >
            <span aria-hidden="true">{row.isOpen ? "▾" : "▸"}</span> {row.group.title}{" "}
            <span className="shell-item-detail">{row.group.items.length + row.group.problems.length}</span>
          </button>
        </h2>
      );
    case "item":
      return (
        <div className="shell-item-row">
          {row.item.states.length > 0 && <FoldButton row={row} onFold={onFold} />}
          <ItemLink
            item={row.item}
            isExpanded={row.item.states.length > 0 ? row.isOpen : undefined}
            {...{ current, tabIndex, onChoose }}
          />
        </div>
      );
    case "state":
      return <StateLink item={row.item} state={row.state} current={current} {...{ tabIndex, onChoose }} />;
    case "problem":
      return <BrokenFile problem={row.problem} tabIndex={tabIndex} />;
  }
}

interface LinkProps extends Pick<RowContentProps, "current" | "tabIndex" | "onChoose"> {
  readonly item: PickerItem;
}

/** Opens the states of a widget by the pointer; from its link the arrow keys do the same. */
function FoldButton(
  { row: { key, item, isOpen }, onFold }: Pick<RowContentProps, "onFold"> & {
    row: Extract<PickerRow, { kind: "item" }>;
  },
): ReactElement {
  return (
    <button
      type="button"
      className="shell-fold"
      data-fold
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={`States of ${item.label}`}
      onClick={() => onFold(key, !isOpen)}
    >
      <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
    </button>
  );
}

function ItemLink(
  { item, isExpanded, current, tabIndex, onChoose }: LinkProps & { isExpanded: boolean | undefined },
): ReactElement {
  const { widget, label, title, detail, diagnostics } = item;
  return (
    <ShellLink
      className="shell-item"
      to={{ view: "stage", widget }}
      current={widget === current}
      onFollow={onChoose}
      tabIndex={tabIndex}
      isExpanded={isExpanded}
    >
      <span className="shell-item-label">{label}</span>
      {diagnostics === null
        ? <span className="shell-item-detail">{detail || (title === label ? "" : title)}</span>
        : <DiagnosticCount {...diagnostics} />}
    </ShellLink>
  );
}

function DiagnosticCount({ count, severity }: NonNullable<PickerItem["diagnostics"]>): ReactElement {
  return (
    <span className="shell-count" data-severity={severity}>
      {count === 1 ? `1 ${severity}` : `${count} ${severity}s`}
    </span>
  );
}

function StateLink(
  { item, state, current, tabIndex, onChoose }: LinkProps & { state: string },
): ReactElement {
  const shown = useShell(({ url }) => url.state === state);
  return (
    <ShellLink
      className="shell-item shell-item-state"
      to={{ view: "stage", widget: item.widget, state }}
      current={shown && item.widget === current}
      onFollow={onChoose}
      tabIndex={tabIndex}
    >
      <span className="shell-item-label">{state}</span>
    </ShellLink>
  );
}

function BrokenFile(
  { problem: { label, code, message }, tabIndex }: { problem: BundleProblem; tabIndex: 0 | -1 },
): ReactElement {
  return (
    <details className="shell-broken">
      <summary tabIndex={tabIndex}>
        <span className="shell-item-label">{label}</span>
        <span className="shell-count">broken</span>
      </summary>
      <p>{message}</p>
      <p>
        <code>{code}</code>
      </p>
    </details>
  );
}
