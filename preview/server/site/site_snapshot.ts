import type { SnapshotPicture } from "../../protocol.ts";
import { toFinding, variantOf } from "../review/list_entries.ts";
import { Baseline } from "../snapshot/baseline/baseline.ts";
import { isPictureName } from "../snapshot/baseline/picture_names.ts";
import { readReport } from "../snapshot/report/read_report.ts";
import { baselineFolderOf, snapshotFolderOf } from "../snapshot/baseline/snapshot_folder.ts";
import { hashedPath } from "./site_paths.ts";

/** The last snapshot of a project, as a site has it. */
export interface SiteSnapshot {
  readonly pictures: readonly SnapshotPicture[];
  /** The accepted pictures by their paths in the site. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads what the last snapshot found in the widgets of the sources, and the accepted pictures; nothing without a snapshot.
 *
 * @throws {SnapshotError} `report.unreadable`
 */
export async function readSiteSnapshot(project: string): Promise<SiteSnapshot> {
  const reading = await readReport(snapshotFolderOf(project));
  const baseline = new Baseline(baselineFolderOf(project));
  const files = new Map<string, Uint8Array>();
  const pictures: SnapshotPicture[] = [];
  for (const rendering of reading?.report.renderings ?? []) {
    if (rendering.kind !== "live") continue;
    const png = isPictureName(rendering.picture ?? "") ? await baseline.read(rendering.picture!) : null;
    const accepted = png && hashedPath("pictures", "accepted", "png", png);
    if (accepted !== null) files.set(accepted, png!);
    pictures.push({ ...variantOf(rendering), findings: rendering.findings.map(toFinding), accepted });
  }
  return { pictures, files };
}
