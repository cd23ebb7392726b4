import type { PictureRequest } from "../../protocol.ts";
import type { ShellDependencies } from "../shell_context.ts";
import { findStageSubject } from "../state/stage_subject.ts";
import type { ShellState } from "../state/shell_state.ts";
import { findStageArticle } from "../card/stage_card.ts";

/**
 * Takes the picture of the Stage's card as the snapshot does, in the server's browser.
 *
 * @throws {Error} when the Stage shows no card, or the picture cannot be taken
 */
export async function takePicture({ store, client }: ShellDependencies): Promise<Blob> {
  const request = createPictureRequest(store.getState());
  if (request === null) throw new Error("Cannot take the picture: the Stage shows no card");
  return await client.takePicture(request);
}

/** Saves a picture as a file. */
export function savePicture(picture: Blob, { url }: Pick<ShellState, "url">): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = [url.widget ?? "card", url.size, url.theme, url.state].filter((part) => part !== null)
    .map((part) => part.replaceAll(/[^A-Za-z0-9_-]+/g, "-").slice(0, 48)).join(".") + ".png";
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The card that is shown; null if there is none. */
function createPictureRequest({ url, liveWidgets, server }: ShellState): PictureRequest | null {
  const subject = findStageSubject(url.widget, liveWidgets, server);
  const article = findStageArticle();
  if (url.view !== "stage" || article === null) return null;
  if (subject.kind !== "live" && subject.kind !== "bundle") return null;
  const { theme, size, state, stateData } = url;
  return {
    kind: subject.kind,
    id: subject.kind === "live" ? subject.widget.name : subject.bundle.id,
    theme,
    size,
    width: size === null || size === "fill-auto" ? article.offsetWidth : null,
    state,
    stateData,
    locale: article.lang || null,
  };
}
