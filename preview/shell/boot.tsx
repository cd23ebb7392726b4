import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { mountHost } from "@tck/kit/host-mount";
import { hasFrameSites, isSite, liveWidgets, takesVerdicts } from "virtual:tck/live-widgets";
import hostCssUrl from "../../web/assets/style.css?url";
import "../../web/canvas/canvas.css";
import "./shell.css";
import {
  BUNDLES_CHANGED_EVENT,
  COMPILE_FAULT_WANTED_EVENT,
  LIVE_SOURCES_EDITED_EVENT,
  LIVE_STYLES_CHANGED_EVENT,
  LIVE_WIDGETS_CHANGED_EVENT,
  LIVE_WIDGETS_KNOWN_EVENT,
  type LiveStyles,
  type LiveWidget,
} from "../protocol.ts";
import { BundleCards } from "./content/bundle_cards.ts";
import { DocumentProperties } from "./content/document_properties.ts";
import { importModule, isImportFailure } from "./content/import_module.ts";
import { LiveModules } from "./content/live_modules.ts";
import { fetchStyles, importStyles } from "./content/live_source.ts";
import { ProtocolClient } from "./client/protocol_client.ts";
import { keepViolation, watchViolations } from "./shots/policy_violations.ts";
import { recordLog } from "./record_log.ts";
import { ShellBoundary } from "./controls/shell_boundary.tsx";
import { ShellContext, type ShellDependencies } from "./shell_context.ts";
import { Shell } from "./shell.tsx";
import { followParent, postToStage } from "./frame/framed_page.ts";
import { readFrameQuery, writeSiteDocument } from "./frame/site_frame.ts";
import { simulateMediaQueries } from "./viewport/simulated_media_queries.ts";
import { readCompileFault } from "./state/compile_fault.ts";
import { createStore, type Store } from "./state/create_store.ts";
import { FrameSites, originOfQuery } from "./state/frame_sites.ts";
import { isInFrame } from "./state/live_manifest.ts";
import { addLogEntry, forgetLog, recordSourceEdits } from "./state/records.ts";
import { type Address, Navigation } from "./state/navigation.ts";
import {
  type PreferenceStorage,
  readOpenPanels,
  readPreferences,
  readRailLayout,
  readSingleKeys,
  storePreferences,
} from "./state/preferences.ts";
import { readSiteFile } from "./client/site_files.ts";
import { SiteVerdicts } from "./client/site_verdicts.ts";
import { ReviewSync } from "./client/review_sync.ts";
import { ServerSync } from "./client/server_sync.ts";
import { createShellState, type LogMessage, type ShellState } from "./state/shell_state.ts";
import { type View, VIEWS } from "./state/url_state.ts";
import { findStageSubject, nameOfSubject } from "./state/stage_subject.ts";

/** Creates the shell and renders it into `#tck-shell`. */
export function bootShell(): void {
  const address = openAddress();
  if (leaveFor(address.read(), "replace")) return;
  const dependencies = createDependencies(address);
  const { store, navigation, control, server, review } = dependencies;
  simulateMediaQueries(store);
  store.subscribe(() => control.setTheme(store.getState().url.theme));
  globalThis.addEventListener("popstate", () => {
    navigation.readAddress();
    leaveMissingView(dependencies);
  });
  leaveMissingView(dependencies);
  followParent(dependencies);
  recordLog((message) => {
    addLogEntry(store, message);
    postToStage({ type: "tck:frame-log", message });
  });
  watchViolations((violation) => {
    keepViolation(violation);
    const message: LogMessage = {
      level: "error",
      text: violation.message,
      stack: violation.stacks.join("\n") || null,
      time: Date.now(),
    };
    addLogEntry(store, message);
    postToStage({ type: "tck:frame-log", message });
  });
  forgetLogOfOthers(store);
  subscribeToServer(dependencies);
  loadStageWidget(dependencies);
  createRoot(document.getElementById("tck-shell")!).render(
    <StrictMode>
      <ShellBoundary part="The preview" onRetry={() => location.reload()}>
        <ShellContext value={dependencies}>
          <Shell />
        </ShellContext>
      </ShellBoundary>
    </StrictMode>,
  );
  void server.refresh().then(() => store.getState().url.chrome === "full" ? review.refresh() : undefined);
}

/** The page of a chat needs a server. A site that takes verdicts has no card, whose code could give them. */
const views: readonly View[] = !isSite
  ? VIEWS
  : takesVerdicts
  ? ["review"]
  : VIEWS.filter((view) => view !== "chat");

function leaveMissingView({ store, navigation }: ShellDependencies): void {
  const { view } = store.getState().url;
  if (views.includes(view)) return;
  const isNamed = new URLSearchParams(store.getState().search).has("view");
  const notices = isNamed ? [`The address had view=${view}, which this site does not have.`] : [];
  navigation.replaceUnknown({ view: views[0]! }, ...notices);
}

/**
 * Opens another page where a query belongs to one of another origin.
 *
 * @returns whether it does
 */
function leaveFor(search: string, step: "push" | "replace"): boolean {
  const origin = originOfQuery(search, location, hasFrameSites);
  if (origin === location.origin) return false;
  location[step === "push" ? "assign" : "replace"](`${origin}/${search}`);
  return true;
}

const fetchAnswer = (path: string, init?: RequestInit): Promise<Response> => fetch(path, init);

/** Forgets the messages of a widget when another one is shown. */
function forgetLogOfOthers(store: Store<ShellState>): void {
  const findShown = () => {
    const { url: { view, widget, canvasView }, liveWidgets, server } = store.getState();
    return view === "feed" ? canvasView : nameOfSubject(findStageSubject(widget, liveWidgets, server));
  };
  let shown = findShown();
  store.subscribe(() => {
    const next = findShown();
    if (next === shown) return;
    const isOther = shown !== null;
    shown = next;
    if (isOther) forgetLog(store);
  });
}

/** Usually the entry has already fetched the module: importing it now makes it available for the first rendering. */
function loadStageWidget({ store, live }: ShellDependencies): void {
  const { url: { view, widget, chrome }, liveWidgets, server } = store.getState();
  if (chrome === "shots" || isInFrame(store.getState())) return;
  const subject = findStageSubject(widget, liveWidgets, server);
  if (view !== "feed" && view !== "review" && subject.kind === "live") live.load(subject.widget.name);
}

/** Where the query is: in the page's address, or with a document that has none. */
function openAddress(): Address {
  let own = readFrameQuery();
  if (own === null) return PAGE_ADDRESS;
  return {
    read: () => own!,
    write(search) {
      own = search;
      return true;
    },
  };
}

const PAGE_ADDRESS: Address = {
  read: () => location.search,
  write(search, step) {
    if (leaveFor(search, step)) return false;
    history[`${step}State`](null, "", search || location.pathname);
    return true;
  },
};

function createDependencies(address: Address): ShellDependencies {
  const properties = new DocumentProperties(document);
  const registerProperties = (css: string) => properties.add(css);
  // A page around a frame could lead the reader to its buttons.
  const canDecide = takesVerdicts && !(isSite && globalThis.parent !== globalThis.self);
  const siteVerdicts = isSite && canDecide ? new SiteVerdicts(readSiteFile) : null;
  const client = new ProtocolClient(siteVerdicts?.answer ?? (isSite ? readSiteFile : fetchAnswer));
  const storage = preferenceStorage();
  const store = createStore(initialState(storage, canDecide, address.read()));
  const navigation = new Navigation({
    store,
    address,
    storePreferences: (changes) => storePreferences(storage, changes),
  });
  return {
    store,
    navigation,
    client,
    siteVerdicts,
    storage,
    server: new ServerSync(store, client),
    review: new ReviewSync(store, client),
    live: new LiveModules(store, importSource),
    bundleCards: new BundleCards(importModule, isSite ? importStyles(importModule) : fetchStyles),
    frameSites: new FrameSites(location, hasFrameSites),
    siteDocument: isSite ? writeSiteDocument() : null,
    control: mountHost(document, { theme: store.getState().url.theme, hostCssUrl, registerProperties }),
  };
}

/** Imports a module of a widget. The browser does not say why one cannot be imported, but the server does. */
async function importSource(url: string, version?: number): Promise<unknown> {
  try {
    return await importModule(url, version);
  } catch (error) {
    if (isImportFailure(error)) import.meta.hot?.send(COMPILE_FAULT_WANTED_EVENT);
    throw error;
  }
}

function initialState(storage: PreferenceStorage, canDecide: boolean, search: string): ShellState {
  const preferences = readPreferences(storage, {
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    background: "grid",
    feedWidth: "medium",
    mount: "inline",
  });
  const openPanels = readOpenPanels(storage);
  const hasSingleKeys = readSingleKeys(storage);
  const rail = readRailLayout(storage);
  return createShellState({
    search,
    preferences,
    isSite,
    views,
    canDecide,
    liveWidgets,
    openPanels,
    hasSingleKeys,
    rail,
  });
}

function subscribeToServer({ store, live, server }: ShellDependencies): void {
  const hot = import.meta.hot; // spelled out, because Vite searches the source for this expression
  if (hot === undefined) return;
  hot.on(BUNDLES_CHANGED_EVENT, () => void server.refresh());
  hot.on(LIVE_WIDGETS_CHANGED_EVENT, (widgets: LiveWidget[]) => live.changeWidgets(widgets));
  hot.send(LIVE_WIDGETS_KNOWN_EVENT, liveWidgets);
  hot.on(LIVE_SOURCES_EDITED_EVENT, (names: string[]) => {
    live.reloadLoading(Date.now(), names);
    recordSourceEdits(store, names);
  });
  hot.on(LIVE_STYLES_CHANGED_EVENT, (styles: LiveStyles) => {
    live.changeStyles(styles);
    store.setState({ edits: store.getState().edits + 1 });
  });
  // The failing request shows that the server is gone. Vite's client reloads the page when the server is back.
  hot.on("vite:ws:disconnect", () => store.getState().review.hasEnded || void server.refresh());
  hot.on("vite:error", ({ err }) => store.setState({ compileFault: readCompileFault(err) }));
  hot.on("vite:beforeUpdate", () => {
    store.setState({ compileFault: null });
    forgetLog(store);
  });
  hot.on("vite:afterUpdate", () => store.setState({ edits: store.getState().edits + 1 }));
  hot.on("vite:afterUpdate", ({ updates }) => {
    for (const { type, acceptedPath, timestamp } of updates) {
      if (type !== "js-update") continue;
      live.reloadLoading(timestamp);
      // If the edited module cannot be loaded, the widget does not change and Vite reports the error.
      live.changeModule(acceptedPath, timestamp).catch(() => {});
    }
  });
}

/** If a browser blocks storage, reading `localStorage` throws. */
function preferenceStorage(): PreferenceStorage {
  try {
    return globalThis.localStorage;
  } catch {
    return { getItem: () => null, setItem() {} };
  }
}
