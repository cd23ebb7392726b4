import { type ReactElement, useEffect, useRef, useState } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";
import type { FeedView, PublicBundle } from "../../protocol.ts";
import { Rail } from "../panels/rail.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { findCanvasView } from "../state/canvas_view.ts";
import { findRebuiltBundle } from "../state/stage_subject.ts";
import { ColumnWidth } from "../controls/width_control.tsx";
import { Surface } from "../surface/surface.tsx";
import { Canvas } from "./canvas.tsx";
import { CanvasSidebar } from "./canvas_sidebar.tsx";
import { createFeedId, uploadFeed } from "./upload_feed.ts";
import { useFileDrop } from "./use_file_drop.ts";

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

interface Uploads {
  /** What is wrong with the last files, or why the last feed could not be removed. */
  readonly errors: readonly string[];
  /** Uploads files and shows their feed. */
  readonly upload: (files: readonly File[]) => void;
  /** Removes a feed of such files. If it is shown, the next one is, when it is gone. */
  readonly remove: (id: string) => void;
}

function useUploads(view: FeedView | null): Uploads {
  const { client, server, navigation } = useShellDependencies();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const { feed, errors } = await uploadFeed(files, createFeedId(), client);
    setErrors(errors);
    await server.refresh();
    if (feed !== null) navigation.navigate({ view: "feed", canvasTab: "feed", canvasView: feed.id });
  };
  const remove = async (id: string) => {
    const fault = await client.deleteFeedBatch(id).then(() => null, errorMessage);
    setErrors(fault === null ? [] : [fault]);
    await server.refresh();
    if (fault === null && id === view?.id) navigation.navigate({ canvasView: null, card: null });
  };
  return { errors, upload: (files) => void upload(files), remove: (id) => void remove(id) };
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
