import { gzipSync } from "fflate";
import { packTar } from "modern-tar";

/** The time that every file has: npm's own, after which programs that take 1970 for no time at all see one. */
const FILE_TIME = new Date("1985-10-26T08:15:00.000Z");

/**
 * Packs files as npm does: below `package/`, with nothing in the archive that hangs on who packs, when and where.
 *
 * @param files by their paths
 * @param programs the paths of those that may be executed
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
