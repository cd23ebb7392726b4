import type { WidgetComponent } from "@tck/kit";
import { EphemeralStorage, isComponent, type WidgetInstance } from "@tck/kit/host";
import { parseManifest, stringifyJson } from "../../../core/manifest/mod.ts";
import type { LiveStyles, LiveWidget } from "../../protocol.ts";
import type { Store } from "../state/create_store.ts";
import type { ShellState } from "../state/shell_state.ts";
import type { CardState } from "../state/card_state.ts";
import { isImportFailure } from "./import_module.ts";

/** Imports a module of the dev server, optionally a certain version. */
export type ModuleImport = (url: string, version?: number) => Promise<unknown>;

/** The imported modules of a widget. */
interface LiveParts {
  readonly component: WidgetComponent;
  readonly manifest: unknown;
  readonly css: string;
  readonly propertiesCss: string;
}

interface LiveEntry {
  readonly widget: LiveWidget;
  readonly parts: LiveParts | null;
}

/**
 * The widgets in the project's sources, and their imported modules. Vite's client refreshes components in place. Changed
 * manifests and stylesheets are applied here as new content of the same instance, so that its card keeps its state.
 */
export class LiveModules {
  readonly #store: Store<ShellState>;
  readonly #import: ModuleImport;
  readonly #entries = new Map<string, LiveEntry>();
  /** The newest import of each widget's modules. */
  readonly #imports = new Map<string, Promise<unknown>>();
  /** The widgets of which an edited module has thrown while it was evaluated, since their last one that has not. */
  readonly #thrown = new Set<string>();

  /** @param store has the list of widgets @param importModule imports a module of the dev server */
  constructor(store: Store<ShellState>, importModule: ModuleImport) {
    this.#store = store;
    this.#import = importModule;
  }

  /** Starts to load a widget, unless that was started before. */
  load(name: string): void {
    const widget = this.#store.getState().liveWidgets.find((widget) => widget.name === name);
    if (widget === undefined || this.#entries.has(name)) return;
    this.#entries.set(name, { widget, parts: null });
    void this.#load(widget);
  }

  /** Loads a failed widget again. */
  retry(name: string): void {
    const entry = this.#entries.get(name);
    if (entry === undefined || this.#stateOf(name).status !== "failed") return;
    this.#set(entry, LOADING);
    void this.#load(entry.widget, Date.now());
  }

  /**
   * Replaces the list of widgets after some were added, removed or checked again. A failed widget is retried if its own
   * entry has changed.
   */
  changeWidgets(widgets: readonly LiveWidget[]): void {
    const { liveWidgets, liveCards } = this.#store.getState();
    const before = new Map(liveWidgets.map((widget) => [widget.name, JSON.stringify(widget)]));
    const names = new Set(widgets.map(({ name }) => name));
    for (const name of [...this.#entries.keys()]) if (!names.has(name)) this.#entries.delete(name);
    this.#store.setState({
      liveWidgets: widgets,
      liveCards: new Map([...liveCards].filter(([name]) => names.has(name))),
    });
    for (const widget of widgets) {
      if (JSON.stringify(widget) !== before.get(widget.name)) this.retry(widget.name);
    }
  }

  /** Replaces the stylesheets of a widget. */
  changeStyles({ name, css, propertiesCss }: LiveStyles): void {
    const entry = this.#entries.get(name);
    if (entry?.parts) this.#change(entry.widget, { ...entry.parts, css, propertiesCss });
  }

  /**
   * Imports widgets again that are still loading when one of their sources has been edited: Vite's client updates only
   * modules that have been evaluated.
   *
   * @param names @default every widget @param version when it was edited, in milliseconds since 1970
   */
  reloadLoading(version: number, names: Iterable<string> = this.#entries.keys()): void {
    for (const name of names) {
      const entry = this.#entries.get(name);
      if (entry?.parts === null && this.#stateOf(name).status === "loading") {
        void this.#load(entry.widget, version);
      }
    }
  }

  /**
   * Updates the manifest of a widget after Vite's client has replaced its module.
   *
   * @param path the module's path @param version when it was replaced, in milliseconds since 1970
   */
  async changeModule(path: string, version: number): Promise<void> {
    const name = this.#store.getState().liveWidgets.find(({ moduleUrl }) =>
      pathOf(moduleUrl) === pathOf(path)
    )?.name;
    const entry = name === undefined ? undefined : this.#entries.get(name);
    if (entry === undefined) return;
    if (entry.parts === null) return this.retry(entry.widget.name);
    const { manifest, component } = readModule(await this.#importEdited(entry.widget, path, version));
    const now = this.#entries.get(entry.widget.name);
    if (!now?.parts) return;
    if (this.#thrown.delete(now.widget.name)) {
      return this.#replace(now.widget, { ...now.parts, manifest, component });
    }
    if (stringifyJson(manifest as object) !== stringifyJson(now.parts.manifest as object)) {
      this.#change(now.widget, { ...now.parts, manifest });
    }
  }

  /** A module that is not evaluated to its end does not register for the next update, which React would then not see. */
  async #importEdited({ name }: LiveWidget, path: string, version: number): Promise<unknown> {
    try {
      return await this.#import(path, version);
    } catch (error) {
      if (!isImportFailure(error)) this.#thrown.add(name);
      throw error;
    }
  }

  async #load(widget: LiveWidget, version?: number): Promise<void> {
    const imported = Promise.all([
      this.#import(widget.moduleUrl, version),
      this.#import(widget.stylesUrl, version) as Promise<{ default: LiveStyles }>,
    ]);
    this.#imports.set(widget.name, imported);
    const isNewest = () => this.#imports.get(widget.name) === imported && this.#isLoading(widget);
    try {
      const [module, styles] = await imported;
      const { css, propertiesCss } = styles.default;
      if (isNewest()) this.#change(widget, { ...readModule(module), css, propertiesCss });
    } catch (error) {
      if (isNewest()) this.#set({ widget, parts: null }, { status: "failed", error });
    }
  }

  /** False if the widget was removed in the meantime. */
  #isLoading({ name }: LiveWidget): boolean {
    return this.#entries.has(name) && this.#stateOf(name).status === "loading";
  }

  #stateOf(name: string): CardState {
    return liveCardState(this.#store.getState(), name);
  }

  /** Mounts a card again, with the component of the newest module: nothing has mapped the former one to it. */
  #replace(widget: LiveWidget, parts: LiveParts): void {
    this.#set({ widget, parts }, LOADING);
    this.#change(widget, parts);
  }

  /** An invalid manifest fails the card until the next edit. */
  #change(widget: LiveWidget, parts: LiveParts): void {
    const state = this.#stateOf(widget.name);
    try {
      const known = state.status === "loaded" ? state.instance : null;
      this.#set({ widget, parts }, { status: "loaded", instance: createInstance(widget, parts, known) });
    } catch (error) {
      this.#set({ widget, parts }, { status: "failed", error });
    }
  }

  #set(entry: LiveEntry, state: CardState): void {
    const { name } = entry.widget;
    this.#entries.set(name, entry);
    this.#store.setState({ liveCards: new Map(this.#store.getState().liveCards).set(name, state) });
  }
}

/** The state of the card of a widget. It is "loading" before the widget starts to load, too. */
export function liveCardState({ liveCards, liveWidgets }: ShellState, name: string): CardState {
  const isKnown = liveWidgets.some((widget) => widget.name === name);
  return liveCards.get(name) ?? (isKnown ? LOADING : DELETED);
}

const LOADING: CardState = { status: "loading" };
const DELETED: CardState = { status: "failed", error: new Error("The source of this widget was deleted") };

function readModule(module: unknown): Pick<LiveParts, "component" | "manifest"> {
  const { default: component, manifest } = module as { default?: unknown; manifest?: unknown };
  if (manifest === undefined) throw new Error('The widget has no export named "manifest"');
  if (!isComponent(component)) throw new Error("The widget's default export is not a component");
  return { component, manifest };
}

/**
 * Creates an instance of a widget without a bundle. Unlike a host's instance it is created again after each edit, with
 * the same id. It keeps the first component, because React Fast Refresh maps that one to its current version.
 */
function createInstance(widget: LiveWidget, parts: LiveParts, known: WidgetInstance | null): WidgetInstance {
  const manifest = parseManifest(parts.manifest);
  const document = new EphemeralStorage().open(widget.name, manifest);
  const { css, propertiesCss } = parts;
  const before = known?.bundle;
  const component = before?.component ?? parts.component;
  const isSame = before?.css === css && before.propertiesCss === propertiesCss;
  return {
    instanceId: widget.name,
    hash: null,
    manifest,
    component,
    bundle: isSame ? before : { component, css, propertiesCss },
    position: { col: 0, row: 0 },
    getDoc: () => document,
  };
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, "");
}
