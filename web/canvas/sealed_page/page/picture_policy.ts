import type { Pictures } from "../../frame/pictures/pictures.ts";

/**
 * Decides which addresses of pictures a page shows that is given its cards later: `blob:` only. The policy of a chat around it
 * may show `data:` alone; then it shows these, but not in a browser that loads more by them (`card_policy.ts`): there it shows
 * no pictures. Called before any widget runs.
 *
 * @returns a directive of the page's content policy
 */
export async function choosePictures(pictures: Pictures): Promise<string> {
  if (loadsDocumentsWithoutPolicy() || await showsBlobs(pictures)) return "img-src blob:";
  pictures.stop();
  return "img-src data:";
}

/** Firefox, in which the document that `url("…#id")` of a style refers to has no policy. */
function loadsDocumentsWithoutPolicy(): boolean {
  return "mozInnerScreenX" in globalThis;
}

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

async function showsBlobs(pictures: Pictures): Promise<boolean> {
  const url = pictures.convert(PIXEL);
  if (url === null) return false;
  const image = new Image();
  return await new Promise((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = url;
  });
}
