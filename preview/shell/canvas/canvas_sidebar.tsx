import type { ReactElement } from "react";
import type { FeedView } from "../../protocol.ts";
import { RescanButton } from "../rescan_button.tsx";
import { useShell } from "../shell_context.ts";
import { ShellLink } from "../shell_link.tsx";
import { BundleDropzone } from "./bundle_dropzone.tsx";

interface CanvasSidebarProps {
  /** The open view. */
  readonly view: FeedView | null;
  /** Called when a view is chosen. */
  readonly onChoose: () => void;
}

/** The tabs Feed and Grid, and the views of the open tab. */
export function CanvasSidebar({ view, onChoose }: CanvasSidebarProps): ReactElement {
  const canvasTab = useShell(({ url }) => url.canvasTab);
  const views = useShell(({ url, server }) => url.canvasTab === "feed" ? server.feeds : server.grids);
  return (
    <BundleDropzone name="Feeds and grids" hasField={canvasTab === "feed"}>
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
    </BundleDropzone>
  );
}
