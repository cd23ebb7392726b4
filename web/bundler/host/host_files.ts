import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { openFolder } from "../../../terminal/files/mod.ts";
import type { HostFiles } from "./bundler_host.ts";

export const hostFiles: HostFiles = {
  kindOf(path) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return null;
    return found.isFile() ? "file" : found.isDirectory() ? "folder" : "other";
  },
  realPath(path) {
    try {
      return realpathSync(path);
    } catch {
      return null;
    }
  },
  readText: (path) => readFileSync(path, "utf8"),
  read: (path) => readFile(path),
  async readBelow(folder, path) {
    using root = openFolder(folder);
    return await root.readFile(path, Infinity);
  },
  listPnpmFolders() {
    const { PNPM_HOME, XDG_DATA_HOME, LOCALAPPDATA } = process.env;
    const folders = [
      PNPM_HOME,
      XDG_DATA_HOME && join(XDG_DATA_HOME, "pnpm"),
      LOCALAPPDATA && join(LOCALAPPDATA, "pnpm"),
      join(homedir(), ".local/share/pnpm"),
      join(homedir(), "Library/pnpm"),
    ];
    return folders.flatMap((folder) => folder || []);
  },
};
