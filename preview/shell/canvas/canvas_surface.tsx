import { type ReactElement, useEffect, useRef } from "react";
import type { FeedView, PublicBundle } from "../../protocol.ts";
import { Rail } from "../panels/rail.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { findCanvasView } from "../state/canvas_view.ts";
import { findRebuiltBundle } from "../state/stage_subject.ts";
import { Surface } from "../surface/surface.tsx";
import { Canvas } from "./canvas.tsx";
import { CanvasSidebar } from "./canvas_sidebar.tsx";

/** The Canvas with the list of feeds and grids, and the panels of the open one. */
export function CanvasSurface(): ReactElement {
  const { navigation } = useShellDependencies();
  const view = useShell(findCanvasView);
  const shownInUrl = useShell(({ url }) => url.canvasView);
  const card = useShell(({ url }) => url.card);
  useEffect(() => {
    if (view !== null && shownInUrl === null) navigation.navigate({ canvasView: view.id, card }, "replace");
  }, [navigation, view, shownInUrl, card]);
  useFollowCard(view);
  return (
    <Surface
      sidebarName="Feeds"
      sidebar={(close) => <CanvasSidebar view={view} onChoose={close} />}
      railName="About the canvas"
      rail={<Rail surface="canvas" />}
      subject={view?.id ?? ""}
    >
      <Canvas view={view} />
    </Surface>
  );
}

/** After a rebuild of the inspected bundle, inspects the new one. A card that the view does not have leaves the address. */
function useFollowCard(view: FeedView | null): void {
  const { navigation } = useShellDependencies();
  const card = useShell(({ url }) => url.card);
  const bundles = useShell(({ server }) => server.bundles);
  const last = useRef<PublicBundle | null>(null);
  useEffect(() => {
    if (card === null || view === null || bundles === null) return;
    const shown = bundles.find(({ id }) => id === card && view.bundleIds.includes(id));
    if (shown !== undefined) {
      last.current = shown;
    } else if (last.current?.id === card) {
      const rebuilt = findRebuiltBundle(last.current, bundles);
      if (rebuilt !== null) navigation.navigate({ card: rebuilt.id }, "replace");
    } else {
      navigation.replaceUnknown(
        { card: null },
        `${view.label} does not have the card “${card.slice(0, 60)}”.`,
      );
    }
  }, [navigation, card, view, bundles]);
}
