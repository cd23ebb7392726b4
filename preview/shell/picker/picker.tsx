import { type KeyboardEvent, type ReactElement, useMemo, useState } from "react";
import type { BundleProblem, LiveWidget, PublicBundle } from "../../protocol.ts";
import { RescanButton } from "../rescan_button.tsx";
import { useBundleState, useLiveWidgets } from "../shell_context.ts";
import { ShellLink } from "../shell_link.tsx";
import type { StageSubject } from "../shell_store.ts";
import { groupBundles, matchesFilter } from "./picker_groups.ts";
import { PickerSection } from "./picker_section.tsx";

interface PickerProps {
  /** What the Stage shows. */
  readonly subject: StageSubject;
  /** Called when a widget is chosen. */
  readonly onChoose: () => void;
}

/** Every widget that the Stage can show: those in the project's sources, then the bundles of each source. */
export function Picker({ subject, onChoose }: PickerProps): ReactElement {
  const [filter, setFilter] = useState("");
  const live = useLiveWidgets();
  const { bundles, problems } = useBundleState();
  const groups = useMemo(() => groupBundles(bundles ?? [], problems, filter), [bundles, problems, filter]);
  const current = nameOf(subject);
  const widgets = live.filter(({ name, file }) => matchesFilter(filter, name, file));
  return (
    <nav className="shell-picker" aria-label="Widgets" onKeyDown={moveFocus}>
      <div className="shell-picker-head">
        <input
          type="search"
          className="shell-field"
          placeholder="Filter"
          aria-label="Filter widgets"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <RescanButton />
      </div>
      <PickerSection title="Live" items={widgets} keyOf={({ name }) => name} current={current}>
        {(widget) => <LiveItem widget={widget} current={widget.name === current} onChoose={onChoose} />}
      </PickerSection>
      {groups.map(({ source, title, bundles, problems }) => (
        <PickerSection
          key={source}
          title={title}
          items={bundles}
          keyOf={({ id }) => id}
          current={current}
          after={problems.map((problem) => <BrokenItem key={problem.path} problem={problem} />)}
        >
          {(bundle) => <BundleItem bundle={bundle} current={bundle.id === current} onChoose={onChoose} />}
        </PickerSection>
      ))}
      {widgets.length + groups.length === 0 && (
        <p className="shell-hint">{filter === "" ? "No widgets yet." : "No matches."}</p>
      )}
    </nav>
  );
}

interface ItemProps {
  readonly current: boolean;
  readonly onChoose: () => void;
}

function LiveItem(
  { widget: { name, diagnostics }, current, onChoose }: ItemProps & { widget: LiveWidget },
): ReactElement {
  const count = diagnostics?.length ?? 0;
  return (
    <ShellLink
      className="shell-item"
      to={{ view: "stage", widget: name }}
      current={current}
      onFollow={onChoose}
    >
      <span className="shell-item-label">{name}</span>
      {count > 0 && (
        <span className="shell-count">{count === 1 ? "1 diagnostic" : `${count} diagnostics`}</span>
      )}
    </ShellLink>
  );
}

function BundleItem(
  { bundle: { id, label, relPath }, current, onChoose }: ItemProps & { bundle: PublicBundle },
): ReactElement {
  const folder = relPath?.includes("/") ? relPath.slice(0, relPath.lastIndexOf("/")) : null;
  return (
    <ShellLink
      className="shell-item"
      to={{ view: "stage", widget: id }}
      current={current}
      onFollow={onChoose}
    >
      <span className="shell-item-label">{label}</span>
      {folder !== null && <span className="shell-item-detail">{folder}</span>}
    </ShellLink>
  );
}

function BrokenItem({ problem: { label, code, message } }: { problem: BundleProblem }): ReactElement {
  return (
    <li className="shell-broken">
      <details>
        <summary>
          <span className="shell-item-label">{label}</span>
          <span className="shell-count">broken</span>
        </summary>
        <p>{message}</p>
        <p>
          <code>{code}</code>
        </p>
      </details>
    </li>
  );
}

/** The name of a live widget or the id of a bundle; null if neither is shown. */
function nameOf(subject: StageSubject): string | null {
  if (subject.kind === "live") return subject.widget.name;
  return subject.kind === "bundle" ? subject.bundle.id : null;
}

/** The arrow keys move the focus through the list. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a, summary, li button")];
  const next = items[items.indexOf(event.target as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
