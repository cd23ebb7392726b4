import { type RefObject, useEffect, useEffectEvent } from "react";
import type { ResolvedAction } from "@tck/kit";
import { resolveText } from "../../../core/feed/mod.ts";
import { useShellDependencies } from "../shell_context.ts";
import { isFramed, postToStage } from "../frame/framed_page.ts";
import { recordAction } from "../state/records.ts";
import type { FiredAction } from "../state/shell_state.ts";

/**
 * Records the slot actions that the reader activates on a card. Their links are not followed, because that would leave the
 * preview; a link within the preview is.
 *
 * @param place the container of the card
 */
export function useFiredActions(
  place: RefObject<HTMLElement | null>,
  card: string,
  actions: readonly ResolvedAction[],
): void {
  const { store } = useShellDependencies();
  const receive = useEffectEvent((event: MouseEvent) => {
    const link = findLink(event);
    const action = link === null ? undefined : findAction(link, actions);
    if (link === null || action === undefined) return;
    if (!action.href!.startsWith("/?")) event.preventDefault();
    const language = link.closest("[lang]")?.getAttribute("lang") ?? "en";
    const payload = { ...action, label: resolveText(action.label, language) };
    const fired: FiredAction = { time: Date.now(), card, payload };
    if (isFramed()) postToStage({ type: "tck:frame-action", action: fired });
    else recordAction(store, fired);
  });
  useEffect(() => {
    const element = place.current!;
    const listener = (event: MouseEvent) => receive(event);
    element.addEventListener("click", listener);
    return () => element.removeEventListener("click", listener);
  }, [place]);
}

/** The link that was activated, also in the widget's shadow root. */
function findLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
  return link instanceof HTMLAnchorElement ? link : null;
}

/** Several actions may have the same target: then the label decides. */
function findAction(link: HTMLAnchorElement, actions: readonly ResolvedAction[]): ResolvedAction | undefined {
  const href = link.getAttribute("href");
  const candidates = actions.filter((action) => action.href !== undefined && action.href === href);
  const text = link.textContent?.trim();
  return candidates.find(({ label }) => Object.values(labelsOf(label)).includes(text ?? "")) ?? candidates[0];
}

function labelsOf(label: ResolvedAction["label"]): { [language: string]: string } {
  return typeof label === "string" ? { "": label } : { ...label };
}
