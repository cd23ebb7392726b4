import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { ShellState } from "./shell_state.ts";

/** Whether the Stage's card runs in a frame, and its modules not in this page. */
export function isInFrame({ url }: Pick<ShellState, "url">): boolean {
  return url.chrome === "full" && (url.mount === "iframe" || url.view === "compare" || url.view === "chat");
}

/**
 * The manifest of a live widget: that of its card in this page or of its frames, whichever shows it. While that one is
 * loading it is that of the other one, so that the controls stay.
 */
export function findLiveManifest(
  state: Pick<ShellState, "url" | "liveCards" | "framedManifests">,
  name: string,
): WidgetManifest | undefined {
  const card = state.liveCards.get(name);
  const loaded = card?.status === "loaded" ? card.instance.manifest : null;
  const framed = state.framedManifests.get(name);
  if (isInFrame(state)) return (framed === undefined ? loaded : framed) ?? undefined;
  return (card === undefined || card.status === "loading" ? framed : loaded) ?? undefined;
}
