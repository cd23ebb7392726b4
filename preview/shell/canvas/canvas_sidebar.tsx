import type { ReactElement } from "react";
import type { FeedView } from "../../protocol.ts";
import { RescanButton } from "../rescan_button.tsx";
import { useBundleState, useShellState } from "../shell_context.ts";
import { ShellLink } from "../shell_link.tsx";
import { DroppedBundles } from "./dropped_bundles.tsx";

/** What the Canvas's sidebar is given. */
export interface CanvasSidebarProps {
  /** The view that is open. */
  readonly view: FeedView | null;
  /** Called when a view was chosen. */
  readonly onChoose: () => void;
}

/** The tabs Feed and Grid with the views of each. */
export function CanvasSidebar({ view, onChoose }: CanvasSidebarProps): ReactElement {
  const { url: { canvasTab } } = useShellState();
  const { feeds, grids } = useBundleState();
  const views = canvasTab === "feed" ? feeds : grids;
  return (
    <nav className="shell-picker" aria-label="Feeds and grids">
      <div className="shell-picker-head">
        <div className="shell-tabs">
          {(["feed", "grid"] as const).map((tab) => (
            <ShellLink key={tab} className="shell-tab" to={{ canvasTab: tab }} current={tab === canvasTab}>
              {tab === "feed" ? "Feed" : "Grid"}
            </ShellLink>
          ))}
        </div>
        <RescanButton />
      </div>
      <ul className="shell-group" role="list">
        {views.map(({ id, label, bundleIds }) => (
          <li key={id}>
            <ShellLink
              className="shell-item"
              to={{ canvasView: id }}
              current={id === view?.id}
              onFollow={onChoose}
            >
              <span className="shell-item-label">{label}</span>
              <span className="shell-item-detail">{bundleIds.length}</span>
            </ShellLink>
          </li>
        ))}
      </ul>
      {canvasTab === "feed" && <DroppedBundles />}
    </nav>
  );
}
