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
import { ShellContext, type ShellParts } from "./shell_context.ts";
import { Shell } from "./shell.tsx";
import { findStageSubject, ShellStore } from "./shell_store.ts";

/** Makes the shell and renders it into `#tck-shell`. */
export function bootShell(): void {
  const parts = createParts();
  const { shell, control, bundles } = parts;
  shell.subscribe(() => control.setTheme(shell.getState().url.theme));
  globalThis.addEventListener("popstate", shell.readAddress);
  listenToServer(parts);
  loadStageWidget(parts);
  createRoot(document.getElementById("tck-shell")!).render(
    <StrictMode>
      <ShellBoundary part="The preview" onRetry={() => location.reload()}>
        <ShellContext value={parts}>
          <Shell />
        </ShellContext>
      </ShellBoundary>
    </StrictMode>,
  );
  void bundles.refresh();
}

/** The entry has fetched it, as a rule: asked for now, it is there when the shell is rendered for the first time. */
function loadStageWidget({ shell, live, bundles }: ShellParts): void {
  const { view, widget } = shell.getState().url;
  const subject = findStageSubject(widget, live.getWidgets(), bundles.getState());
  if (view !== "feed" && subject.kind === "live") live.stateOf(subject.widget.name);
}

function createParts(): ShellParts {
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
    keepPreferences: (changes) => storePreferences(storage, changes),
  });
}

function listenToServer({ live, bundles, compile }: ShellParts): void {
  const hot = import.meta.hot; // written out: the dev server looks for these very words
  if (hot === undefined) return;
  hot.on(BUNDLES_CHANGED_EVENT, () => void bundles.refresh());
  hot.on(LIVE_WIDGETS_CHANGED_EVENT, (widgets: LiveWidget[]) => live.changeWidgets(widgets));
  hot.on(LIVE_STYLES_CHANGED_EVENT, (styles: LiveStyles) => live.changeStyles(styles));
  // Asking again says that the server is gone; its client loads the page anew when it is back.
  hot.on("vite:ws:disconnect", () => void bundles.refresh());
  hot.on("vite:error", ({ err }) => compile.fail(err));
  hot.on("vite:beforeUpdate", () => compile.begin());
  hot.on("vite:afterUpdate", ({ updates }) => {
    for (const { type, acceptedPath, timestamp } of updates) {
      // An edit that could not be loaded leaves the widget as it was, and the dev server tells why.
      if (type === "js-update") live.changeModule(acceptedPath, timestamp).catch(() => {});
    }
  });
}

/** A browser may refuse the storage altogether, by throwing where it is asked for. */
function preferenceStorage(): PreferenceStorage {
  try {
    return globalThis.localStorage;
  } catch {
    return { getItem: () => null, setItem() {} };
  }
}
