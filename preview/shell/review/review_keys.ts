import { useEffect, useEffectEvent } from "react";
import { useShell, useShellDependencies } from "../shell_context.ts";

/** Something that the review does by a key. */
export type ReviewAction = typeof REVIEW_KEYS[number]["action"];

/** The keys of the review, for the page and its list of keys. */
export const REVIEW_KEYS = [
  { action: "next", keys: ["j", "ArrowRight"], shown: "j or →", title: "Next picture" },
  { action: "previous", keys: ["k", "ArrowLeft"], shown: "k or ←", title: "Previous picture" },
  { action: "accept", keys: ["a"], shown: "a", title: "Accept this picture" },
  { action: "reject", keys: ["r"], shown: "r", title: "Reject this picture, with words" },
  {
    action: "acceptWidget",
    keys: ["A"],
    shown: "Shift a",
    title: "Accept what has no verdict of this widget",
  },
  {
    action: "rejectWidget",
    keys: ["R"],
    shown: "Shift r",
    title: "Reject what has no verdict of this widget",
  },
  { action: "acceptAll", keys: ["e"], shown: "e", title: "Accept everything, after a question" },
  { action: "rejectAll", keys: ["E"], shown: "Shift e", title: "Reject everything without a verdict" },
  { action: "undo", keys: ["u"], shown: "u", title: "Take the verdict back" },
  { action: "beside", keys: ["1"], shown: "1", title: "Side by side" },
  { action: "slider", keys: ["2"], shown: "2", title: "Slider" },
  { action: "difference", keys: ["3"], shown: "3", title: "Difference" },
  { action: "keys", keys: ["h"], shown: "h", title: "Show these keys" },
] as const;

const READING: readonly ReviewAction[] = ["next", "previous", "beside", "slider", "difference", "keys"];

/** Whether an action leads to a verdict, or takes one back. */
export function isVerdict(action: ReviewAction): boolean {
  return !READING.includes(action);
}

/** The keys that a page has, with those for verdicts where it takes them. */
export function listReviewKeys(
  { canDecide }: { readonly canDecide: boolean },
): readonly typeof REVIEW_KEYS[number][] {
  return canDecide ? REVIEW_KEYS : REVIEW_KEYS.filter(({ action }) => !isVerdict(action));
}

/**
 * Calls back with the action of a key, instead of what the key does on other surfaces. Keys of one character can be off.
 *
 * @param isOff whether a dialog is open, which has the keys
 */
export function useReviewKeys(isOff: boolean, run: (action: ReviewAction) => void): void {
  const { store } = useShellDependencies();
  const overlay = useShell((state) => state.overlay);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isOff || overlay !== null || event.metaKey || event.ctrlKey || event.altKey) return;
    if (hasOwnKeys(event.target, event.key)) return;
    if (event.key.length === 1 && !store.getState().hasSingleKeys) return;
    const known = listReviewKeys(store.getState()).find(({ keys }) =>
      (keys as readonly string[]).includes(event.key)
    );
    if (known === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // A key of the shell may be the same.
    if (!event.repeat || !isVerdict(known.action)) run(known.action);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener, { capture: true });
    return () => document.removeEventListener("keydown", listener, { capture: true });
  }, []);
}

/** A field takes every key, a slider and radio buttons the arrows. */
function hasOwnKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("textarea, select") || target.isContentEditable) return true;
  if (!target.matches("input")) return false;
  return key.length > 1 || !target.matches("[type=radio], [type=checkbox], [type=range]");
}
