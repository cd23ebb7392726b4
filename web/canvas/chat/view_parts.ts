/** The id of the element with what the view is made of, as JSON. */
export const PARTS_ID = "tck-chat-parts";

/** What the document of the view contains beside its script. */
export interface ViewParts {
  /** The document of the frame with the cards. */
  readonly cards: string;
  /** A saved file without its cards. */
  readonly file: string;
  /** The application's URL, to which links without an origin belong. */
  readonly appUrl: string;
}

/** Takes the parts out of the document. */
export function takeParts(): ViewParts {
  const element = document.getElementById(PARTS_ID)!;
  element.remove();
  return JSON.parse(element.textContent);
}
