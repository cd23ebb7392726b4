import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { Tabs } from "@base-ui/react/tabs";
import { RescanButton } from "../controls/rescan_button.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { findLiveManifest } from "../state/live_manifest.ts";
import { nameOfSubject, type StageSubject } from "../state/stage_subject.ts";
import {
  countItems,
  groupBundles,
  groupLiveWidgets,
  listRows,
  type PickerGroup,
  searchGroups,
} from "./picker_rows.ts";
import { RowList } from "./row_list.tsx";

interface PickerProps {
  /** What the Stage shows. */
  readonly subject: StageSubject;
  /** Called when a widget is chosen. */
  readonly onChoose: () => void;
}

type Tab = "live" | "bundled";

/** Every widget that the Stage can show: those in the project's sources, and the bundles of each source. */
export function Picker({ subject, onChoose }: PickerProps): ReactElement {
  const { navigation } = useShellDependencies();
  const [query, setQuery] = useState("");
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focus, setFocus] = useState<{ readonly row: number } | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const isSite = useShell((state) => state.isSite);
  const groups = useSearchedGroups(query);
  const [tab, setTab] = useShownTab(subject, groups.live.length > 0 || groups.bundled.length === 0);
  const current = nameOfSubject(subject);
  const rows = useMemo(() => listRows(groups[tab], { folds, current, query }), [
    groups,
    tab,
    folds,
    current,
    query,
  ]);
  useSearchKey(search);
  const choose = () => {
    const first = rows.find((row) => row.kind === "item" || row.kind === "state");
    if (first === undefined) return;
    const state = first.kind === "state" ? first.state : null;
    navigation.navigate({ view: "stage", widget: first.item.widget, state });
    onChoose();
  };
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" && rows.length > 0) setFocus({ row: 0 });
    else if (event.key === "Enter") choose();
    else if (event.key === "Escape" && query !== "") setQuery("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <nav className="shell-picker" aria-label="Widgets">
      <div className="shell-picker-head">
        <input
          ref={search}
          type="search"
          className="shell-field"
          placeholder="Search  /"
          aria-label="Search widgets"
          aria-keyshortcuts="/"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={onSearchKey}
        />
        <RescanButton />
      </div>
      <Tabs.Root className="shell-picker-tabs" value={tab} onValueChange={(tab: Tab) => setTab(tab)}>
        <Tabs.List className="shell-tabs" aria-label="Origin">
          <PickerTab value="live" title={isSite ? "Sources" : "Live"} groups={groups.live} />
          <PickerTab value="bundled" title="Bundled" groups={groups.bundled} />
        </Tabs.List>
        <Tabs.Panel className="shell-picker-list" value={tab} tabIndex={-1}>
          {rows.length === 0 && (
            <p className="shell-hint">{query === "" ? EMPTY[tab] : "No matches in this tab."}</p>
          )}
          <RowList
            rows={rows}
            current={current}
            focus={focus}
            onFocus={(row) => row < 0 ? search.current?.focus() : setFocus({ row })}
            onFold={(key, isOpen) => setFolds(new Map(folds).set(key, isOpen))}
            onChoose={onChoose}
          />
        </Tabs.Panel>
      </Tabs.Root>
    </nav>
  );
}

const EMPTY: { readonly [tab in Tab]: string } = {
  live: "No widgets in the project's sources.",
  bundled: "No bundles yet.",
};

function PickerTab(
  { value, title, groups }: { value: Tab; title: string; groups: readonly PickerGroup[] },
): ReactElement {
  return (
    <Tabs.Tab className="shell-tab" value={value}>
      {title} <span className="shell-tab-count">{countItems(groups)}</span>
    </Tabs.Tab>
  );
}

/** The groups of each tab, with only what the search finds. */
function useSearchedGroups(query: string): { readonly [tab in Tab]: readonly PickerGroup[] } {
  const widgets = useShell(({ liveWidgets }) => liveWidgets);
  const url = useShell((state) => state.url);
  const liveCards = useShell((state) => state.liveCards);
  const framedManifests = useShell((state) => state.framedManifests);
  const bundles = useShell(({ server }) => server.bundles);
  const problems = useShell(({ server }) => server.problems);
  const allLive = useMemo(() => {
    const manifestOf = (name: string) => findLiveManifest({ url, liveCards, framedManifests }, name);
    return groupLiveWidgets(widgets, manifestOf, navigator.language);
  }, [widgets, url, liveCards, framedManifests]);
  const allBundled = useMemo(() => groupBundles(bundles ?? [], problems, navigator.language), [
    bundles,
    problems,
  ]);
  return useMemo(() => ({
    live: searchGroups(allLive, query),
    bundled: searchGroups(allBundled, query),
  }), [allLive, allBundled, query]);
}

/** The tab that the reader chose, until the Stage shows a widget of the other one. */
function useShownTab(subject: StageSubject, isLive: boolean): [Tab, (tab: Tab) => void] {
  const own: Tab = subject.kind === "bundle"
    ? "bundled"
    : subject.kind === "live" || isLive
    ? "live"
    : "bundled";
  const key = `${own} ${nameOfSubject(subject) ?? ""}`;
  const [chosen, setChosen] = useState<{ readonly key: string; readonly tab: Tab } | null>(null);
  return [chosen?.key === key ? chosen.tab : own, (tab) => setChosen({ key, tab })];
}

/** `/` moves the focus to the search, except while the reader types or has turned such keys off. */
export function useSearchKey(search: { readonly current: HTMLInputElement | null }): void {
  const isOn = useShell(({ hasSingleKeys }) => hasSingleKeys);
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: globalThis.KeyboardEvent) => {
      const target = event.composedPath()[0];
      const isTyping = target instanceof HTMLElement &&
        (target.isContentEditable || target.matches("input, textarea, select"));
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      search.current?.focus();
      search.current?.select();
    };
    globalThis.addEventListener("keydown", listener);
    return () => globalThis.removeEventListener("keydown", listener);
  }, [search, isOn]);
}
