import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { WidgetTheme } from "@tck/kit";
import { DailyHost, EphemeralStorage } from "@tck/kit/host";
import { type HostControl, isTheme, listenForTheme, mountHost } from "@tck/kit/host-mount";
import { HOST_ASSET_PREFIX } from "../../core/contract/mod.ts";
import type { Batch } from "../../core/feed/mod.ts";
import { dispatchCardEvent } from "./card_events.ts";
import { findCanvasRoot, isMock, readThemeOrigins } from "./canvas_root.ts";
import { CanvasSession } from "./session/canvas_session.ts";
import { Feed } from "./feed.tsx";
import { keepPosition } from "./kept_position.ts";
import { keepSession } from "./session_renewal.ts";
import { goToSignIn, takeSignedIn } from "./sign_in.ts";

/**
 * Boots the open canvas in `#canvas-feed-root` (lifecycle specification, D.4): the widgets run in this page.
 *
 * The root's `data-theme-origins` lists the origins, separated by spaces, of embedding pages that may set the theme.
 * The document-level control is never disposed, because the application shares `data-theme` with it.
 *
 * @param loadBatches loads the batches of the page, given the root element
 */
export async function bootCanvas(loadBatches: (root: HTMLElement) => Promise<Batch[]>): Promise<void> {
  const root = await findCanvasRoot();
  keepPosition(root);
  const control = mountHost(document, {
    theme: initialTheme(),
    hostCssUrl: `${HOST_ASSET_PREFIX}style.css`,
  });
  listenForTheme(control, { allowedOrigins: readThemeOrigins(root) });
  const session = new CanvasSession({
    host: new DailyHost({ loader: (url) => import(url), storage: new EphemeralStorage() }),
    mock: isMock(root),
    loadBatches: async () => {
      const batches = await loadBatches(root);
      takeSignedIn();
      return batches;
    },
    signIn: goToSignIn,
    onCard: dispatchCardEvent,
  });
  if (!isMock(root)) keepSession();
  await renderCanvas(root, session, control);
}

/** Renders the canvas, at first its placeholder, and loads its batches (lifecycle specification, D.4 step 6). */
export async function renderCanvas(
  root: HTMLElement,
  session: CanvasSession,
  control: HostControl,
): Promise<void> {
  showCanvas(root, session, control);
  await session.load();
}

/** Renders the canvas of a session. Returns a function that removes it. */
export function showCanvas(root: HTMLElement, session: CanvasSession, control: HostControl): () => void {
  const rendered = createRoot(root);
  rendered.render(
    <StrictMode>
      <Feed session={session} control={control} />
    </StrictMode>,
  );
  const loadAgain = () => void session.loadAgain();
  globalThis.addEventListener("online", loadAgain);
  return () => {
    globalThis.removeEventListener("online", loadAgain);
    rendered.unmount();
  };
}

/** The page's theme, or else what the system prefers. */
export function initialTheme(): WidgetTheme {
  const { theme } = document.documentElement.dataset;
  if (isTheme(theme)) return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
