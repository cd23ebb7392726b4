import { type ReactElement, useEffect } from "react";
import { LanguageSection } from "../language/language_section.tsx";
import { Rail } from "../panels/rail.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { Surface } from "../surface.tsx";
import { Canvas } from "./canvas.tsx";
import { CanvasSidebar } from "./canvas_sidebar.tsx";
import { useCanvasView } from "./use_canvas_view.ts";

/** The Canvas with the list of feeds and grids, and the panels of the open one. */
export function CanvasSurface(): ReactElement {
  const { navigation } = useShellDependencies();
  const view = useCanvasView();
  const shownInUrl = useShell(({ url }) => url.canvasView);
  const card = useShell(({ url }) => url.card);
  useEffect(() => {
    if (view !== null && shownInUrl === null) navigation.navigate({ canvasView: view.id, card }, "replace");
  }, [navigation, view, shownInUrl, card]);
  return (
    <Surface
      sidebarName="Feeds"
      sidebar={(close) => (
        <>
          <CanvasSidebar view={view} onChoose={close} />
          <LanguageSection />
        </>
      )}
      railName="About the canvas"
      rail={<Rail surface="canvas" />}
      subject={view?.id ?? ""}
    >
      <Canvas view={view} />
    </Surface>
  );
}
