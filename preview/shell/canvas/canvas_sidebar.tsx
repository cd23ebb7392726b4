import { type ReactElement, useId } from "react";
import type { FeedView } from "../../protocol.ts";
import { LanguageSection } from "../surface/language_section.tsx";
import { RescanButton } from "../controls/rescan_button.tsx";
import { useShell } from "../shell_context.ts";
import { ShellLink } from "../controls/shell_link.tsx";
import { UPLOADED_PREFIX } from "./upload_feed.ts";

interface CanvasSidebarProps {
  /** The open view. */
  readonly view: FeedView | null;
  /** Called when a view is chosen. */
  readonly onChoose: () => void;
  /** Removes a feed of uploaded bundles before the server stops. */
  readonly onRemove: (id: string) => void;
  /** Takes files as a feed. */
  readonly onUpload: (files: readonly File[]) => void;
  /** Whether files are over the page. */
  readonly isOver: boolean;
}

/**
 * The tabs Feed and Grid, the views of the open tab and the languages. Dropped or chosen `.tckb` files are uploaded as a
 * temporary feed of the running server.
 */
export function CanvasSidebar(
  { view, onChoose, onRemove, onUpload, isOver }: CanvasSidebarProps,
): ReactElement {
  const canvasTab = useShell(({ url }) => url.canvasTab);
  const isSite = useShell((state) => state.isSite);
  const views = useShell(({ url, server }) => url.canvasTab === "feed" ? server.feeds : server.grids);
  return (
    <div className="shell-dropzone" data-over={isOver}>
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
            <li key={id} className="shell-feed">
              <ShellLink
                className="shell-item"
                to={{ canvasView: id }}
                current={id === view?.id}
                onFollow={onChoose}
              >
                <span className="shell-item-label">{label}</span>
                <span className="shell-item-detail">{bundleIds.length}</span>
              </ShellLink>
              {id.startsWith(UPLOADED_PREFIX) && (
                <button
                  type="button"
                  className="shell-icon"
                  aria-label={`Remove ${label}`}
                  onClick={() => onRemove(id)}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
        {canvasTab === "feed" && !isSite && <FileField onChoose={onUpload} />}
      </nav>
      <LanguageSection />
    </div>
  );
}

function FileField({ onChoose }: { onChoose: (files: readonly File[]) => void }): ReactElement {
  const id = useId();
  return (
    <div className="shell-drop">
      <p>
        Drop <code>.tckb</code>{" "}
        files anywhere here, or choose them, to show them as a feed until the server stops
      </p>
      <input
        id={id}
        className="shell-visually-hidden"
        type="file"
        accept=".tckb"
        multiple
        onChange={({ currentTarget }) => {
          onChoose([...currentTarget.files ?? []]);
          currentTarget.value = "";
        }}
      />
      <label htmlFor={id} className="shell-button">Choose .tckb files</label>
    </div>
  );
}
