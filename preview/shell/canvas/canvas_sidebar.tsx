import { type ReactElement, useId, useState } from "react";
import type { FeedView } from "../../protocol.ts";
import { LanguageSection } from "../surface/language_section.tsx";
import { RescanButton } from "../controls/rescan_button.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { ShellLink } from "../controls/shell_link.tsx";
import { BundleDropzone } from "./bundle_dropzone.tsx";
import { uploadFeed } from "./upload_feed.ts";

interface CanvasSidebarProps {
  /** The open view. */
  readonly view: FeedView | null;
  /** Called when a view is chosen. */
  readonly onChoose: () => void;
}

/**
 * The tabs Feed and Grid, the views of the open tab and the languages. Dropped or chosen `.tckb` files are uploaded as a
 * temporary feed of the running server.
 */
export function CanvasSidebar({ view, onChoose }: CanvasSidebarProps): ReactElement {
  const canvasTab = useShell(({ url }) => url.canvasTab);
  const views = useShell(({ url, server }) => url.canvasTab === "feed" ? server.feeds : server.grids);
  const [errors, upload] = useUpload();
  return (
    <BundleDropzone onDrop={upload}>
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
        {canvasTab === "feed" && <FileField onChoose={upload} />}
        <ul className="shell-fault" role="alert">
          {errors.map((error) => <li key={error}>{error}</li>)}
        </ul>
      </nav>
      <LanguageSection />
    </BundleDropzone>
  );
}

/** Uploads files and shows their feed. Returns what is wrong with the last ones, too. */
function useUpload(): [errors: readonly string[], upload: (files: readonly File[]) => void] {
  const { client, server, navigation } = useShellDependencies();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const { feed, errors } = await uploadFeed(files, createFeedId(), client);
    setErrors(errors);
    await server.refresh();
    if (feed !== null) navigation.navigate({ view: "feed", canvasTab: "feed", canvasView: feed.id });
  };
  return [errors, (files) => void upload(files)];
}

/** Not by `randomUUID`, which a page without TLS does not have: the preview can be opened on the local network. */
function createFeedId(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return `local-${Array.from(numbers, (number) => number.toString(36)).join("-")}`;
}

function FileField({ onChoose }: { onChoose: (files: readonly File[]) => void }): ReactElement {
  const id = useId();
  return (
    <div className="shell-drop">
      <label htmlFor={id}>
        Drop <code>.tckb</code>{" "}
        files anywhere here, or choose them, to show them as a feed until the server stops
      </label>
      <input
        id={id}
        type="file"
        accept=".tckb"
        multiple
        onChange={({ currentTarget }) => {
          onChoose([...currentTarget.files ?? []]);
          currentTarget.value = "";
        }}
      />
    </div>
  );
}
