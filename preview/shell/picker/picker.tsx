import { type KeyboardEvent, type ReactElement, type ReactNode, useMemo, useState } from "react";
import type { BundleProblem, LiveWidget, PublicBundle } from "../../protocol.ts";
import { RescanButton } from "../rescan_button.tsx";
import { useShell } from "../shell_context.ts";
import { ShellLink } from "../shell_link.tsx";
import { nameOfSubject, type StageSubject } from "../state/stage_subject.ts";
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
  const live = useShell(({ liveWidgets }) => liveWidgets);
  const bundles = useShell(({ server }) => server.bundles);
  const problems = useShell(({ server }) => server.problems);
  const groups = useMemo(() => groupBundles(bundles ?? [], problems, filter), [bundles, problems, filter]);
  const current = nameOfSubject(subject);
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
  { widget: { name, diagnostics }, ...props }: ItemProps & { widget: LiveWidget },
): ReactElement {
  const errors = diagnostics?.filter(({ severity }) => severity === "error").length ?? 0;
  const count = errors > 0 ? errors : diagnostics?.length ?? 0;
  const noun = errors > 0 ? "error" : "warning";
  return (
    <ItemLink {...props} widget={name} label={name}>
      {count > 0 && (
        <span className="shell-count" data-severity={noun}>
          {count === 1 ? `1 ${noun}` : `${count} ${noun}s`}
        </span>
      )}
    </ItemLink>
  );
}

function BundleItem(
  { bundle: { id, label, relPath }, ...props }: ItemProps & { bundle: PublicBundle },
): ReactElement {
  const folder = relPath?.includes("/") ? relPath.slice(0, relPath.lastIndexOf("/")) : null;
  return (
    <ItemLink {...props} widget={id} label={label}>
      {folder !== null && <span className="shell-item-detail">{folder}</span>}
    </ItemLink>
  );
}

interface ItemLinkProps extends ItemProps {
  /** The name of a live widget or the id of a bundle. */
  readonly widget: string;
  readonly label: string;
  readonly children: ReactNode;
}

function ItemLink({ widget, label, current, onChoose, children }: ItemLinkProps): ReactElement {
  return (
    <ShellLink className="shell-item" to={{ view: "stage", widget }} current={current} onFollow={onChoose}>
      <span className="shell-item-label">{label}</span>
      {children}
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
