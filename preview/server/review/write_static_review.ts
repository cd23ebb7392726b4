import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { INLINE_TEXTS, ReviewDocument } from "../../review/review_document.tsx";
import { PICTURE_ROLES, type PictureRole, type ReviewEntry } from "../../review/review.ts";
import { DOCUMENTS, SnapshotFolder } from "../snapshot/baseline/snapshot_folder.ts";
import type { ReviewStore } from "./review_store.ts";

/**
 * Writes a review as a folder with a page and its pictures, which needs no server. A former one is replaced.
 *
 * @param onProgress called after the pictures of each entry
 * @throws {SnapshotError} `folder.occupied` when the folder holds something else, `folder.unwritable`
 */
export async function writeStaticReview(
  store: ReviewStore,
  entries: readonly ReviewEntry[],
  path: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const folder = await SnapshotFolder.create(resolve(path), "review");
  try {
    for (const [index, entry] of entries.entries()) {
      for (const role of PICTURE_ROLES) {
        if (entry.pictures[role] === null) continue;
        await folder.write(nameFile(entry, role), await store.readPicture(entry.id, role));
      }
      onProgress(index + 1, entries.length);
    }
    const page = createElement(ReviewDocument, { entries, address: nameFile, policy: POLICY });
    await folder.write(DOCUMENTS.review, `<!doctype html>${renderToStaticMarkup(page)}\n`);
    await folder.finish();
  } finally {
    await folder.discard();
  }
}

/** The picture's own name has only characters that need no escape in an address. */
function nameFile({ picture }: ReviewEntry, role: PictureRole): string {
  return `${picture.slice(0, -".png".length)}.${role}.png`;
}

/** Nothing but the pictures beside the page, its one stylesheet and its one script. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' file:",
  `style-src ${hashOf(INLINE_TEXTS.style)}`,
  `script-src ${hashOf(INLINE_TEXTS.script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
