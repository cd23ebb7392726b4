import { type ReactElement, useEffect } from "react";
import { Rail } from "../panels/rail.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { findCanvasView } from "../state/canvas_view.ts";
import { ColumnWidth } from "../controls/width_control.tsx";
import { Surface } from "../surface/surface.tsx";
import { Canvas } from "./canvas.tsx";
import { CanvasSidebar } from "./canvas_sidebar.tsx";
import { useFileDrop } from "./use_file_drop.ts";
import { useFollowCard } from "./use_follow_card.ts";
import { useUploads } from "./use_uploads.ts";

/** The Canvas with the list of feeds and grids, and the panels of the open one. */
export function CanvasSurface(): ReactElement {
  const { navigation } = useShellDependencies();
  const view = useShell(findCanvasView);
  const shownInUrl = useShell(({ url }) => url.canvasView);
  const card = useShell(({ url }) => url.card);
  const hasColumn = useShell(({ url }) => url.canvasTab === "feed");
  useEffect(() => {
    if (view !== null && shownInUrl === null) navigation.navigate({ canvasView: view.id, card }, "replace");
  }, [navigation, view, shownInUrl, card]);
  useFollowCard(view);
  const { errors, upload, remove } = useUploads(view);
  const isOver = useFileDrop(!useShell((state) => state.isSite), upload);
  return (
    <Surface
      sidebarName="Feeds"
      sidebar={(close) => (
        <CanvasSidebar view={view} onChoose={close} onRemove={remove} onUpload={upload} isOver={isOver} />
      )}
      railName="About the canvas"
      rail={<Rail surface="canvas" />}
      controlsName="How the cards are shown"
      controls={hasColumn && <ColumnWidth />}
      subject={view?.id ?? ""}
    >
      <div role="alert">
        <ul className="shell-fault" role="list">{errors.map((error) => <li key={error}>{error}</li>)}</ul>
      </div>
      <Canvas view={view} />
    </Surface>
  );
}
