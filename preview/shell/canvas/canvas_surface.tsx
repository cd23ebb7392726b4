import type { ReactElement } from "react";
import { CanvasInspector } from "../inspector/canvas_inspector.tsx";
import { Surface } from "../surface.tsx";
import { Canvas, useCanvasView } from "./canvas.tsx";
import { CanvasSidebar } from "./canvas_sidebar.tsx";

/** The Canvas with the list of feeds and grids, and the inspector of the open one. */
export function CanvasSurface(): ReactElement {
  const view = useCanvasView();
  return (
    <Surface
      sidebarName="Feeds"
      sidebar={(close) => <CanvasSidebar view={view} onChoose={close} />}
      railName="About the canvas"
      rail={<CanvasInspector view={view} />}
      subject={view?.id ?? ""}
    >
      <Canvas view={view} />
    </Surface>
  );
}
