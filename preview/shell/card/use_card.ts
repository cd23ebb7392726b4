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

/** The card of a widget in the project's sources; unless it is in this page, its modules are not loaded. */
export function useLiveCard(name: string, isInPage = true): Card {
  const { live } = useShellDependencies();
  const state = useShell((state) => liveCardState(state, name));
  // Again when a deleted widget is back.
  useLayoutEffect(() => {
    if (isInPage) live.load(name);
  }, [live, name, state, isInPage]);
  return { state, retry: () => live.retry(name) };
}

const LOADING: CardState = { status: "loading" };

/**
 * A card of a bundle, with its own instance; unless it is in this page, its modules are not loaded. The calling component
 * must be keyed by `bundleRevision`.
 */
export function useBundleCard(bundle: PublicBundle, isInPage = true): Card {
  const { bundleCards } = useShellDependencies();
  const [state, setState] = useState<CardState>(LOADING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isInPage) return;
    let shown = true;
    const mounting = bundleCards.mount(bundle);
    mounting.then(
      (instance) => shown && setState({ status: "loaded", instance }),
      (error) => shown && setState({ status: "failed", error }),
    );
    return () => {
      shown = false;
      setState(LOADING);
      mounting.then((instance) => bundleCards.unmount(instance), () => {});
    };
  }, [bundleCards, bundle, attempt, isInPage]);
  const retry = useCallback(() => {
    setState(LOADING);
    setAttempt((number) => number + 1);
  }, []);
  return { state, retry };
}
