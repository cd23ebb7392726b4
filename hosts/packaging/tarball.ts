import { gzipSync } from "fflate";
import { packTar } from "modern-tar";

/** The modification time of every file, as in npm's tarballs. Some programs treat 1970 as no time. */
const FILE_TIME = new Date("1985-10-26T08:15:00.000Z");

/**
 * Packs files as npm does, below `package/`. The archive does not depend on the user, time or place of packing.
 *
 * @param files the contents by path
 * @param programs the paths of the executable files
 */
export async function packTarball(
  files: ReadonlyMap<string, Uint8Array>,
  programs: readonly string[],
): Promise<Uint8Array> {
  const paths = [...files.keys()].sort();
  const entries = paths.map((path) => ({
    header: {
      name: `package/${path}`,
      size: files.get(path)!.length,
      type: "file" as const,
      mode: programs.includes(path) ? 0o755 : 0o644,
      mtime: FILE_TIME,
      uid: 0,
      gid: 0,
      uname: "",
      gname: "",
    },
    body: files.get(path)!,
  }));
  return gzipSync(await packTar(entries), { level: 9, mtime: 0 });
}
