import { quote } from "../../../core/errors/mod.ts";
import { SnapshotError } from "../snapshot/errors.ts";
import { readPictureFile } from "../snapshot/baseline/picture_files.ts";
import { isPictureName } from "../snapshot/baseline/picture_names.ts";
import { readPngSize } from "../snapshot/baseline/png_size.ts";
import { readReport } from "../snapshot/report/read_report.ts";
import { snapshotFolderOf } from "../snapshot/baseline/snapshot_folder.ts";

/** The width of a `fill-auto` card in an embedding page, of those that a snapshot takes. */
const FILL_WIDTH = 480;

/**
 * Writes the frame that shows a widget of a site in a page that runs no script of it, such as a wiki's. It is as high as the
 * widget's picture in the last snapshot, which has the same margin as the page in the frame.
 *
 * @param site the address of the site, with a slash at its end
 * @throws {SnapshotError} `report.missing` when the last snapshot has no picture of the widget, `report.unreadable`
 */
export async function writeEmbedFrame(project: string, widget: string, site: string): Promise<string> {
  const folder = snapshotFolderOf(project);
  const reading = await readReport(folder);
  const own = (reading?.report.renderings ?? []).filter((one) =>
    one.kind === "live" && one.widget === widget && one.state === null
  );
  const rendering = own.find(({ width }) => width === FILL_WIDTH) ?? own[0];
  const picture = rendering?.picture ?? "";
  const png = isPictureName(picture) ? await readPictureFile(folder, picture) : null;
  const size = png && readPngSize(png);
  if (rendering === undefined || !size) {
    throw new SnapshotError(
      "report.missing",
      `Cannot embed ${quote(widget)}: the last snapshot has no picture of it, which says how high it is; ` +
        `take one by tck-preview snapshot`,
    );
  }
  const address = new URL(site);
  const shown = { widget, chrome: "none", ...(rendering.size !== null && { size: rendering.size }) };
  for (const [name, value] of Object.entries(shown)) address.searchParams.set(name, value);
  const [width, height] = size.map((pixels) => Math.ceil(pixels / reading!.report.scale));
  const attributes = {
    src: address.href,
    title: widget,
    width: String(width),
    height: String(height),
    loading: "lazy",
    style: "border: 0",
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return `<iframe ${written.join(" ")}></iframe>`;
}

function escapeValue(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
