import { act, createElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { ShellContext, type ShellDependencies } from "../../../preview/shell/shell_context.ts";
import { createStore, type Store } from "../../../preview/shell/state/create_store.ts";
import { createShellState, type ShellState } from "../../../preview/shell/state/shell_state.ts";
import type { UrlState } from "../../../preview/shell/state/url_state.ts";
import { withGlobals } from "../../web/canvas/page_globals.ts";
import { SmallDocument, type SmallElement } from "./small_document.ts";

/** What a test does with what React renders. Each waits until React has rendered. */
interface Rendering {
  readonly document: SmallDocument;
  /** Renders an element in place of the last one; null for none. */
  show(element: ReactNode): Promise<void>;
  /** Renders a component that calls a hook, and returns the value of the hook. The same hook has the same state. */
  use<Value>(hook: () => Value): Promise<Value>;
  /** Changes something. */
  change(act: () => unknown): Promise<void>;
  /** Calls the handler that an element has for an event, such as `onClick`. */
  fire(element: SmallElement | null, handler: string, event?: object): Promise<void>;
}

const PREFERENCES = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" } as const;

/** The state of a page of the shell. */
export function openStore(search = "", changes: Partial<ShellState> = {}): Store<ShellState> {
  return createStore({ ...createShellState({ search, preferences: PREFERENCES }), ...changes });
}

/** A navigation that changes the address in the state, and keeps the notices of what was unknown. */
export function openNavigation(store: Store<ShellState>): {
  readonly notices: string[];
  navigate(changes: Partial<UrlState>): void;
  replaceUnknown(changes: Partial<UrlState>, notice: string): void;
} {
  const notices: string[] = [];
  const navigate = (changes: Partial<UrlState>) =>
    store.setState({ url: { ...store.getState().url, ...changes } });
  return {
    notices,
    navigate,
    replaceUnknown(changes, notice) {
      notices.push(notice);
      navigate(changes);
    },
  };
}

/**
 * Runs a test with React on a small document.
 *
 * @param dependencies those of the shell that are used
 * @param globals further globals of the page
 */
export async function withRendering(
  dependencies: { readonly [name in keyof ShellDependencies]?: unknown },
  run: (rendering: Rendering) => Promise<void>,
  globals: object = {},
): Promise<void> {
  const value = { siteDocument: null, ...dependencies } as ShellDependencies;
  const document = new SmallDocument();
  const window = document.defaultView;
  await withGlobals({ document, window, IS_REACT_ACT_ENVIRONMENT: true, ...globals }, async () => {
    const root = createRoot(document.body as unknown as Element);
    const change = (change: () => unknown) => act(async () => void await change());
    const show = (element: ReactNode) =>
      change(() => root.render(createElement(ShellContext, { value }, element)));
    try {
      await run({
        document,
        show,
        change,
        async use<Value>(hook: () => Value) {
          const values: Value[] = [];
          await show(createElement(Hook, { call: () => void values.push(hook()) }));
          return values.at(-1)!;
        },
        fire: (element, handler, event = {}) =>
          change(() =>
            propsOf(element!)[handler]!({ currentTarget: element, preventDefault() {}, ...event })
          ),
      });
    } finally {
      await change(() => root.unmount());
    }
  });
}

function Hook({ call }: { call: () => void }): null {
  call();
  return null;
}

/** React keeps the props of an element with it. */
function propsOf(element: SmallElement): { readonly [name: string]: (event: object) => unknown } {
  const key = Object.keys(element).find((name) => name.startsWith("__reactProps$"))!;
  return (element as unknown as { [key: string]: ReturnType<typeof propsOf> })[key]!;
}
