import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { mountHost } from "@tck/kit/host-mount";
import { liveWidgets } from "virtual:tck/live-widgets";
import hostCssUrl from "../../web/assets/style.css?url";
import "../../web/canvas/canvas.css";
import "./shell.css";
import {
  BUNDLES_CHANGED_EVENT,
  LIVE_STYLES_CHANGED_EVENT,
  LIVE_WIDGETS_CHANGED_EVENT,
  type LiveStyles,
  type LiveWidget,
} from "../protocol.ts";
import { BundleStore } from "./bundle_store.ts";
import { BundleCards } from "./card/bundle_cards.ts";
import { DocumentProperties } from "./card/document_properties.ts";
import { importModule } from "./card/import_module.ts";
import { CompileState } from "./compile_state.ts";
import { LiveModules } from "./card/live_modules.ts";
import { type PreferenceStorage, readPreferences, storePreferences } from "./preferences.ts";
import { ProtocolClient } from "./protocol_client.ts";
import { ShellBoundary } from "./shell_boundary.tsx";
import { ShellContext, type ShellDependencies } from "./shell_context.ts";
import { Shell } from "./shell.tsx";
import { findStageSubject, ShellStore } from "./shell_store.ts";

/** Creates the shell and renders it into `#tck-shell`. */
export function bootShell(): void {
  const dependencies = createDependencies();
  const { shell, control, bundles } = dependencies;
  shell.subscribe(() => control.setTheme(shell.getState().url.theme));
  globalThis.addEventListener("popstate", shell.readAddress);
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
  void bundles.refresh();
}

/** Usually the entry has already fetched the module: importing it now makes it available for the first rendering. */
function loadStageWidget({ shell, live, bundles }: ShellDependencies): void {
  const { view, widget, chrome } = shell.getState().url;
  if (chrome === "shots") return;
  const subject = findStageSubject(widget, live.getWidgets(), bundles.getState());
  if (view !== "feed" && subject.kind === "live") live.stateOf(subject.widget.name);
}

function createDependencies(): ShellDependencies {
  const client = new ProtocolClient((path, init) => fetch(path, init));
  const shell = createStore();
  return {
    shell,
    client,
    bundles: new BundleStore(client),
    live: new LiveModules(liveWidgets, importModule),
    compile: new CompileState(),
    bundleCards: new BundleCards(importModule),
    control: mountHost(document, { theme: shell.getState().url.theme, hostCssUrl }),
    properties: new DocumentProperties(document),
  };
}

function createStore(): ShellStore {
  const storage = preferenceStorage();
  const preferences = readPreferences(storage, {
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    background: "grid",
    feedWidth: "medium",
    mount: "inline",
  });
  return new ShellStore({
    address: {
      read: () => location.search,
      write: (search, step) => history[`${step}State`](null, "", search || location.pathname),
    },
    preferences,
    storePreferences: (changes) => storePreferences(storage, changes),
  });
}

function subscribeToServer({ live, bundles, compile }: ShellDependencies): void {
  const hot = import.meta.hot; // spelled out, because Vite searches the source for this expression
  if (hot === undefined) return;
  hot.on(BUNDLES_CHANGED_EVENT, () => void bundles.refresh());
  hot.on(LIVE_WIDGETS_CHANGED_EVENT, (widgets: LiveWidget[]) => live.changeWidgets(widgets));
  hot.on(LIVE_STYLES_CHANGED_EVENT, (styles: LiveStyles) => live.changeStyles(styles));
  // The failing request shows that the server is gone. Vite's client reloads the page when the server is back.
  hot.on("vite:ws:disconnect", () => void bundles.refresh());
  hot.on("vite:error", ({ err }) => compile.fail(err));
  hot.on("vite:beforeUpdate", () => compile.begin());
  hot.on("vite:afterUpdate", ({ updates }) => {
    for (const { type, acceptedPath, timestamp } of updates) {
      // If the edited module cannot be loaded, the widget does not change and Vite reports the error.
      if (type === "js-update") live.changeModule(acceptedPath, timestamp).catch(() => {});
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
