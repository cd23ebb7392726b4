import type { PageSettings } from "../sealed_page/page_content.ts";
import type { ChatCard } from "../chat/messages.ts";

/** The id of the element with what a saved file is made of, as JSON. */
const PARTS_ID = "tck-file-parts";

/** A card of a chat as a file has it: its envelope in base64url. */
export interface SavedCard extends ChatCard {
  readonly envelope: string | null;
}

/** What a saved file contains beside its script. */
export interface FileParts {
  /** The document of the frame with the cards. */
  readonly cards: string;
  /** The cards that the document is given; null for one that has its own. */
  readonly saved: readonly SavedCard[] | null;
  readonly theme: PageSettings["theme"];
}

/** Writes the element with the parts; without any, a place for them. */
export function writeParts(parts: FileParts | null): string {
  const json = JSON.stringify(parts).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${PARTS_ID}">${json}</script>`;
}

/** Fills the parts into a file that has none. */
export function fillFile(file: string, parts: FileParts): string {
  return file.replace(writeParts(null), () => writeParts(parts));
}

/** Takes the parts out of the document. */
export function takeParts(): FileParts {
  const element = document.getElementById(PARTS_ID)!;
  element.remove();
  return JSON.parse(element.textContent);
}
