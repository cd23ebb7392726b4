import { CodedError } from "../../core/errors/mod.ts";

/** Why something below a folder is not opened. Errors of the system keep their own codes. */
export type FolderErrorCode =
  /** A symbolic link leads out of the folder. */
  | "folder.outside"
  /** A symbolic link, where none is followed. */
  | "folder.linked"
  /** A loop of symbolic links, or very many of them. */
  | "folder.too_many_links"
  /** A folder, a pipe or a device in place of a file. */
  | "folder.not_a_file"
  /** A folder on the way was exchanged meanwhile. */
  | "folder.changed"
  /** A path where a name is expected. */
  | "folder.invalid_name";

/** Null for the error of a path that does not exist; throws any other error again. */
export function nullIfMissing(error: unknown): null {
  const { code } = error as { code?: string };
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  throw error;
}

/** Something below a folder that is not opened. */
export class FolderError extends CodedError<FolderErrorCode> {
  override readonly name = "FolderError";
}
