import { nullIfMissing, openFolder } from "../../../../terminal/files/mod.ts";

/** The largest picture that is read, in bytes. */
export const MAX_PICTURE_BYTES = 64 * 1024 * 1024;

/**
 * Reads a picture of a folder, by a name without a path, up to one byte over the limit; null when there is none. Links are
 * not followed, and nothing but a regular file is read: the folder can come from elsewhere.
 *
 * @throws {FolderError}
 */
export async function readPictureFile(path: string, name: string): Promise<Uint8Array | null> {
  try {
    using folder = openFolder(path);
    return await folder.readFile(name, MAX_PICTURE_BYTES);
  } catch (error) {
    return nullIfMissing(error);
  }
}
