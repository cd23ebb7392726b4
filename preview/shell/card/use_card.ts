import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import type { PublicBundle } from "../../protocol.ts";
import { liveCardState } from "../content/live_modules.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import type { CardState } from "../state/card_state.ts";

/** The state of a card, and a function that retries a failed one. */
export interface Card {
  readonly state: CardState;
  readonly retry: () => void;
}

/** The card of a widget in the project's sources. */
export function useLiveCard(name: string): Card {
  const { live } = useShellDependencies();
  const state = useShell((state) => liveCardState(state, name));
  // Again when a deleted widget is back.
  useLayoutEffect(() => live.load(name), [live, name, state]);
  return { state, retry: () => live.retry(name) };
}

const LOADING: CardState = { status: "loading" };

/** A card of a bundle, with its own instance. The calling component must be keyed by `bundleRevision`. */
export function useBundleCard(bundle: PublicBundle): Card {
  const { bundleCards } = useShellDependencies();
  const [state, setState] = useState<CardState>(LOADING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let shown = true;
    const mounting = bundleCards.mount(bundle);
    mounting.then(
      (instance) => shown && setState({ status: "loaded", instance }),
      (error) => shown && setState({ status: "failed", error }),
    );
    return () => {
      shown = false;
      mounting.then((instance) => bundleCards.unmount(instance), () => {});
    };
  }, [bundleCards, bundle, attempt]);
  const retry = useCallback(() => {
    setState(LOADING);
    setAttempt((number) => number + 1);
  }, []);
  return { state, retry };
}
