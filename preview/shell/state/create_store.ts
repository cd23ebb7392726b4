import { useSyncExternalStore } from "react";

/** An immutable state with listeners. */
export interface Store<State extends object> {
  readonly getState: () => State;
  /** Replaces some fields of the state. Nothing happens if all of them have the same value already. */
  readonly setState: (changes: Partial<State>) => void;
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    getState: () => state,
    setState(changes) {
      const names = Object.keys(changes) as (keyof State)[];
      if (names.every((name) => Object.is(state[name], changes[name]))) return;
      state = { ...state, ...changes };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * A part of a store's state. The component is rendered again only when that part is another value.
 *
 * @param select returns a part of the state, not a new object
 */
export function useSelector<State extends object, Part>(
  store: Store<State>,
  select: (state: State) => Part,
): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}
