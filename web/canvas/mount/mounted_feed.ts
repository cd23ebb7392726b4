import { HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import type { Batch } from "../../../core/feed/mod.ts";
import { loadBatch, loadNewestBatch } from "../batches.ts";
import { keepSession } from "../session_renewal.ts";
import { goToSignIn, takeSignedIn } from "../sign_in.ts";
import type { FeedOptions, MountedFeed } from "./feed_options.ts";

/** What a canvas is opened with. */
export interface CanvasParts {
  /** An element of the canvas's own. */
  readonly root: HTMLElement;
  readonly loadBatches: () => Promise<Batch[]>;
  readonly signIn: () => boolean;
}

/**
 * Mounts canvases in an element, one at a time, each in an element of its own.
 *
 * @param open opens a canvas; returns a function that ends it
 * @param end called once, after the last canvas
 */
export function createMountedFeed(
  element: Element,
  { batchId, onSignedOut }: FeedOptions,
  open: (parts: CanvasParts) => () => void,
  end: () => void,
): MountedFeed {
  addStylesheet("canvas.css");
  const endSession = keepSession();
  let close = openBatch(batchId);
  let isEnded = false;

  function openBatch(batchId: string | undefined): () => void {
    const root = document.createElement("div");
    root.style.position = "relative";
    element.append(root);
    const endCanvas = open({
      root,
      loadBatches: async () => {
        const batches = await (batchId === undefined ? loadNewestBatch() : loadBatch(batchId));
        takeSignedIn();
        return batches;
      },
      signIn: () => {
        if (onSignedOut === undefined) return goToSignIn();
        onSignedOut();
        return false;
      },
    });
    return () => {
      endCanvas();
      root.remove();
    };
  }

  return {
    show(next) {
      if (isEnded) return;
      close();
      close = openBatch(next);
    },
    unmount() {
      if (isEnded) return;
      isEnded = true;
      close();
      endSession();
      end();
    },
  };
}

/** Like that of the tokens, which the mount adds, it stays: another feed may need it. */
function addStylesheet(name: string): void {
  const href = `${HOST_ASSET_PREFIX}${name}`;
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  if (links.some((link) => new URL(link.href).pathname === href)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}
