import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { quote } from "../../core/errors/mod.ts";
import { nullIfMissing, writeAtomically } from "../../terminal/files/mod.ts";
import { SITE_MARK } from "./write_site.ts";

/** The file beside the folders of the versions, which the pages of all of them read. */
const LIST = "versions.json";

/** What {@linkcode LIST} holds. */
export interface SiteVersions {
  /** The names of the folders, the newest first. */
  readonly versions: readonly string[];
  /** The newest one that is not a pre-release, where there is one. */
  readonly newest: string;
}

/**
 * Rejects a folder that holds something else than sites of versions.
 *
 * @throws {Error} where it has files, and no list of versions.
 */
export async function checkVersionsFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(nullIfMissing) ?? [];
  if (names.length > 0 && !names.includes(LIST)) {
    throw new Error(
      `Cannot write the site of a version below ${
        quote(folder)
      }: it holds something else; give another --out`,
    );
  }
}

/** Lists the sites of versions in a folder, for their pages, and writes a page that leads to the newest. */
export async function listVersions(folder: string): Promise<SiteVersions> {
  const versions: string[] = [];
  for (const name of await readdir(folder)) {
    const mark = await readFile(join(folder, name, SITE_MARK), "utf8").catch(nullIfMissing);
    if (mark !== null && (JSON.parse(mark) as { version: string }).version === name) versions.push(name);
  }
  versions.sort((one, other) => compareVersions(other, one));
  const newest = versions.find((version) => !version.includes("-")) ?? versions[0]!;
  const listed = { versions, newest };
  await writeAtomically(join(folder, LIST), JSON.stringify(listed));
  await writeAtomically(join(folder, "index.html"), renderEntry(newest));
  return listed;
}

const numbers = new Intl.Collator("en", { numeric: true });

/** The order of releases; a pre-release is before its release. */
function compareVersions(one: string, other: string): number {
  const split = (version: string) => /^([^-]*)(-?.*)$/.exec(version)!.slice(1) as [string, string];
  const [[a, before], [b, after]] = [split(one), split(other)];
  return numbers.compare(a, b) || Number(before === "") - Number(after === "") ||
    numbers.compare(before, after);
}

function renderEntry(version: string): string {
  const address = `${version}/index.html`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${address}">
<meta name="referrer" content="no-referrer">
<title>tckb</title>
<a href="${address}">tckb ${version}</a>
</html>
`;
}
