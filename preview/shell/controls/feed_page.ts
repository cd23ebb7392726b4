import type { FeedPageRequest, FeedView } from "../../protocol.ts";
import type { ShellDependencies } from "../shell_context.ts";
import { findCanvasView } from "../state/canvas_view.ts";
import type { ShellState } from "../state/shell_state.ts";
import { saveFile, toFileName } from "./save_file.ts";

/** The feed that the Canvas shows; null for none, and for a grid. */
export function findShownFeed(state: ShellState): FeedView | null {
  const { view, canvasTab } = state.url;
  return view === "feed" && canvasTab === "feed" ? findCanvasView(state) : null;
}

/**
 * Loads the page of one file of the shown feed and opens the browser's dialog to print it.
 *
 * @throws {Error} when the Canvas shows no feed, or its page cannot be loaded
 */
export async function printFeed(dependencies: ShellDependencies): Promise<void> {
  printPage(await dependencies.client.framedFeedPage(createRequest(dependencies, true).request));
}

/** Saves the page of one file of the shown feed. @throws {Error} as {@linkcode printFeed} */
export async function saveFeed(dependencies: ShellDependencies): Promise<void> {
  const { feed, request } = createRequest(dependencies, false);
  saveFile(await dependencies.client.readFeedPage(request), `${toFileName(feed.label)}.html`);
}

function createRequest(
  { store }: ShellDependencies,
  isPrinted: boolean,
): { feed: FeedView; request: FeedPageRequest } {
  const state = store.getState();
  const feed = findShownFeed(state);
  if (feed === null) throw new Error("Cannot make the page of a feed: the Canvas shows none");
  return { feed, request: { id: feed.id, isPrinted, languages: state.languages } };
}

const FRAME_CLASS = "shell-print";

/**
 * Shows a page that prints itself in a frame that is not seen. The frame is removed when the page says that it has been
 * printed.
 */
function printPage(address: string): void {
  document.querySelector(`.${FRAME_CLASS}`)?.remove();
  const frame = document.createElement("iframe");
  frame.className = FRAME_CLASS;
  frame.title = "Print";
  frame.setAttribute("sandbox", "allow-scripts allow-modals");
  frame.referrerPolicy = "no-referrer";
  frame.src = address;
  const removePrinted = ({ source }: MessageEvent) => {
    if (frame.isConnected && source !== frame.contentWindow) return;
    frame.remove();
    removeEventListener("message", removePrinted);
  };
  addEventListener("message", removePrinted);
  document.body.append(frame);
}
