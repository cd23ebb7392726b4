import type { PictureRequest } from "../../protocol.ts";
import { saveFile, toFileName } from "../controls/save_file.ts";
import type { ShellDependencies } from "../shell_context.ts";
import { findStageSubject } from "../state/stage_subject.ts";
import type { ShellState } from "../state/shell_state.ts";
import { findStageCard } from "../card/stage_card.ts";

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
  const parts = [url.widget ?? "card", url.size, url.theme, url.state].filter((part) => part !== null);
  saveFile(picture, `${parts.map(toFileName).join(".")}.png`);
}

/** The card that is shown; null if there is none. */
function createPictureRequest(shown: ShellState): PictureRequest | null {
  const { url, liveWidgets, server } = shown;
  const subject = findStageSubject(url.widget, liveWidgets, server);
  const card = findStageCard(shown);
  if (url.view !== "stage" || card === null) return null;
  if (subject.kind !== "live" && subject.kind !== "bundle") return null;
  const { theme, size, state, stateData } = url;
  return {
    kind: subject.kind,
    id: subject.kind === "live" ? subject.widget.name : subject.bundle.id,
    theme,
    size,
    width: size === null || size === "fill-auto" ? card.width : null,
    state,
    stateData,
    locale: card.language,
  };
}
