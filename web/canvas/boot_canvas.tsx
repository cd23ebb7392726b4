import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { WidgetTheme } from "@tck/kit";
import { DailyHost, EphemeralStorage } from "@tck/kit/host";
import { isTheme, listenForTheme, mountHost } from "@tck/kit/host-mount";
import { HOST_ASSET_PREFIX } from "../../core/contract/mod.ts";
import type { Batch } from "../../core/feed/mod.ts";
import { CanvasSession } from "./canvas_session.ts";
import { Feed } from "./feed.tsx";
import { goToSignIn, takeSignedIn } from "./sign_in.ts";

/**
 * Boots the canvas in `#canvas-feed-root` (lifecycle specification, D.4). A placeholder is rendered while the batches
 * load; afterwards each card appears at its position when its widget is mounted.
 *
 * The root's `data-theme-origins` lists the origins, separated by spaces, of embedding pages that may set the theme.
 * The document-level control is never disposed, because the application shares `data-theme` with it.
 *
 * @param loadBatches loads the batches of the page, given the root element
 */
export async function bootCanvas(loadBatches: (root: HTMLElement) => Promise<Batch[]>): Promise<void> {
  const root = await findRoot();
  const control = mountHost(document, {
    theme: initialTheme(),
    hostCssUrl: `${HOST_ASSET_PREFIX}style.css`,
  });
  listenForTheme(control, { allowedOrigins: splitWords(root.dataset.themeOrigins) });
  const session = new CanvasSession({
    host: new DailyHost({ loader: (url) => import(url), storage: new EphemeralStorage() }),
    loadBatches: async () => {
      const batches = await loadBatches(root);
      takeSignedIn();
      return batches;
    },
    signIn: goToSignIn,
  });
  createRoot(root).render(
    <StrictMode>
      <Feed session={session} control={control} />
    </StrictMode>,
  );
  await session.load();
}

/** An async script may run before the parser has reached the root element. */
async function findRoot(): Promise<HTMLElement> {
  if (document.readyState === "loading") {
    await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
  }
  const root = document.getElementById("canvas-feed-root");
  if (root === null) throw new Error("Cannot boot the canvas: the page has no #canvas-feed-root");
  return root;
}

function initialTheme(): WidgetTheme {
  const { theme } = document.documentElement.dataset;
  if (isTheme(theme)) return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function splitWords(text = ""): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
