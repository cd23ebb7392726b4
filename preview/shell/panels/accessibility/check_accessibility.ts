import { useEffect, useEffectEvent, useState } from "react";
import { errorMessage } from "../../../../core/errors/mod.ts";
import { checkStageCard } from "../../card/stage_card.ts";
import { useShell, useShellDependencies } from "../../shell_context.ts";
import type { Store } from "../../state/create_store.ts";
import type { PreferenceStorage } from "../../state/preferences.ts";
import type { AccessibilityOutcome, ShellState, Violation } from "../../state/shell_state.ts";

const NONE: AccessibilityOutcome = { status: "none", search: "" };

/** The result of the last check of what is shown now. A change of the view clears it. */
export function findOutcome({ accessibility, search }: ShellState): AccessibilityOutcome {
  return accessibility.search === search ? accessibility : NONE;
}

/** Checks the Stage's card with axe, unless a check runs. */
export async function checkAccessibility(store: Store<ShellState>): Promise<void> {
  const { search } = store.getState();
  const checking = findOutcome(store.getState()).status === "running" ? null : checkStageCard();
  if (checking === null) return;
  store.setState({ accessibility: { search, status: "running" } });
  const outcome = await readOutcome(checking);
  // The check of another view may have begun meanwhile.
  if (store.getState().accessibility.search === search) {
    store.setState({ accessibility: { search, ...outcome } });
  }
}

async function readOutcome(checking: Promise<readonly Violation[]>) {
  try {
    return { status: "done", violations: await checking } as const;
  } catch (error) {
    return { status: "failed", message: errorMessage(error) } as const;
  }
}

const STORED_NAME = "tck-preview:accessibility-on-save";

/** Whether the card is checked after each save. */
export function readChecksOnSave(storage: PreferenceStorage): boolean {
  return storage.getItem(STORED_NAME) === "true";
}

/** Stores whether the card is checked after each save. */
export function storeChecksOnSave(storage: PreferenceStorage, isOn: boolean): void {
  storage.setItem(STORED_NAME, String(isOn));
}

/** React shows an edit a moment after its module has arrived. */
const REFRESH_MS = 300;

/** Checks the card after each edit if the reader wants that, also while the panel is closed. */
export function useChecksOnSave(): void {
  const { store, storage } = useShellDependencies();
  const edits = useShell((state) => state.edits);
  const [shown] = useState(edits);
  const run = useEffectEvent(() => readChecksOnSave(storage) && void checkAccessibility(store));
  useEffect(() => {
    if (edits === shown) return;
    const timer = setTimeout(() => run(), REFRESH_MS);
    return () => clearTimeout(timer);
  }, [edits, shown]);
}
