/**
 * Writes the pictures of docs/kit.md: `deno run -A tests/web/projects/write_gallery.ts`. Each shows one block at every size
 * in both themes, as the snapshot of `fixtures/projects/gallery` takes them. With names of widgets, such as `quote`, it writes
 * their pictures only.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openChromium } from "../../browser/chromium.ts";
import { runSnapshot } from "../../preview/snapshot/snapshot_process.ts";
import { copySampleProject } from "./sample_projects.ts";

const THEMES = ["light", "dark"];

/** In the order in which `joinPictures` places them. */
const SIZES = ["4x4", "4x2", "4x1", "2x1", "1x1", "2x2", "fill-auto-320"];

const PICTURES = fileURLToPath(new URL("../../../web/tck/pictures/", import.meta.url));

await using project = await copySampleProject("gallery");
const widgets = join(project.path, "widgets");
for (const widget of await readdir(widgets)) {
  const isWritten = Deno.args.length === 0 || Deno.args.includes(widget.slice(4));
  if (!isWritten) await rm(join(widgets, widget), { recursive: true });
}
const { code, stdout } = await runSnapshot(["--cwd", project.path]);
if (code !== 0) throw new Error(stdout);
const folder = join(project.path, ".tck/snapshot");
const browser = await openChromium();
const page = await browser.newPage();
await mkdir(PICTURES, { recursive: true });
for (const widget of await readdir(widgets)) {
  const files = THEMES.flatMap((theme) => SIZES.map((size) => `${widget}.${size}.${theme}.default.png`));
  const pictures = await Promise.all(files.map((file) => readFile(join(folder, file), "base64")));
  const picture = await page.evaluate(joinPictures, pictures);
  await writeFile(`${PICTURES}${widget.slice(4)}.png`, Buffer.from(picture, "base64"));
}
await browser.close();

/** Runs in the page: one theme below the other, in each the seven sizes on a grid of ten columns and four rows. */
async function joinPictures(pictures: string[]): Promise<string> {
  /** The column and row of each size, in the order of the pictures. */
  const places = [[0, 0], [4, 0], [4, 2], [4, 3], [6, 3], [8, 0], [8, 2]];
  const pitch = 184;
  /** The part of a picture's margin that is left out, so that the gap between two cards is that of the grid. */
  const inset = 16;
  const scale = 0.4;
  const canvas = document.createElement("canvas");
  canvas.width = scale * 10 * pitch;
  canvas.height = scale * 8 * pitch;
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  for (const [index, picture] of pictures.entries()) {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const theme = Math.floor(index / places.length);
    const [column, row] = places[index % places.length]!;
    if (index % places.length === 0) {
      context.fillStyle = theme === 0 ? "#f2f0eb" : "#131210";
      context.fillRect(0, theme * canvas.height / 2, canvas.width, canvas.height / 2);
    }
    const width = image.width - 2 * inset;
    // A card of its own height may be higher than the two cells that are left for it.
    const height = Math.min(image.height - 2 * inset, (4 - row!) * pitch);
    const [left, top] = [scale * column! * pitch, scale * (row! + 4 * theme) * pitch];
    context.drawImage(image, inset, inset, width, height, left, top, scale * width, scale * height);
  }
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  // With 64 steps of each colour a file is a sixth smaller.
  for (const [index, value] of pixels.data.entries()) {
    pixels.data[index] = Math.round(value / 255 * 63) / 63 * 255;
  }
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL("image/png").split(",")[1]!;
}
