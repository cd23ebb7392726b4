import { dirname } from "node:path";

/** A folder and those above it, the nearest first. */
export function foldersAbove(folder: string): string[] {
  const folders = [folder];
  while (dirname(folders.at(-1)!) !== folders.at(-1)) folders.push(dirname(folders.at(-1)!));
  return folders;
}
