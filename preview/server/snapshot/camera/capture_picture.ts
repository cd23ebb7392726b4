import { Buffer } from "node:buffer";
import type { CDPSession } from "playwright-core";
import type { PageBox } from "../../../shots.ts";

/** A card that moves may never look the same twice. */
const MAX_CAPTURES = 5;

/** Takes a picture of a part of a page, in PNG: faster than Playwright's, which waits and restores the page's state. @param scale pixels of the picture for one CSS pixel */
export async function capturePicture(session: CDPSession, box: PageBox, scale = 1): Promise<Uint8Array> {
  const picture = await captureSettled(async () => {
    const { data } = await session.send("Page.captureScreenshot", {
      format: "png",
      captureBeyondViewport: true,
      optimizeForSpeed: true,
      clip: { ...box, scale },
    });
    return data;
  });
  return Buffer.from(picture, "base64");
}

/**
 * Captures a picture until two in a row are the same, at most five times: on a busy machine the browser may answer with a
 * picture of which a part is not painted yet.
 */
export async function captureSettled(capture: () => Promise<string>): Promise<string> {
  let picture = await capture();
  for (let captures = 1; captures < MAX_CAPTURES; captures++) {
    const next = await capture();
    if (next === picture) break;
    picture = next;
  }
  return picture;
}
