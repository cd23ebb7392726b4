/**
 * Writes the pictures of docs/kit.md: `deno run -A tests/web/projects/write_gallery.ts`. Each shows one block at four sizes
 * in both themes, as the snapshot of `fixtures/projects/gallery` takes them.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openChromium } from "../../browser/chromium.ts";
import { runSnapshot } from "../../preview/snapshot/snapshot_process.ts";
import { copySampleProject } from "./sample_projects.ts";

const PICTURES = fileURLToPath(new URL("../../../docs/images/kit/", import.meta.url));

await using project = await copySampleProject("gallery");
const { code, stdout } = await runSnapshot(["--cwd", project.path]);
if (code !== 0) throw new Error(stdout);
const folder = join(project.path, ".tck/snapshot");
const shots = await readdir(folder);
const browser = await openChromium();
const page = await browser.newPage();
await mkdir(PICTURES, { recursive: true });
for (const widget of await readdir(join(project.path, "widgets"))) {
  const files = ["light", "dark"].flatMap((theme) =>
    ["2x2", "4x2", "1x1", "2x1"].map((size) => `${widget}.${size}.${theme}.default.png`)
  );
  const pictures = await Promise.all(
    files.filter((file) => shots.includes(file)).map((file) => readFile(join(folder, file), "base64")),
  );
  const picture = await page.evaluate(joinPictures, pictures);
  await writeFile(`${PICTURES}${widget.slice(4)}.webp`, Buffer.from(picture, "base64"));
}
await browser.close();

/** Runs in the page: one theme after the other, each as 2x2 beside 4x2, and 1x1 and 2x1 below one another beside them. */
async function joinPictures(pictures: string[]): Promise<string> {
  const images = await Promise.all(pictures.map(async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    return image;
  }));
  const scale = 0.5;
  const rows = [images.slice(0, 4), images.slice(4)];
  const widthOf = ([square, wide, , low]: HTMLImageElement[]) => square!.width + wide!.width + low!.width;
  const canvas = document.createElement("canvas");
  canvas.width = scale * Math.max(...rows.map(widthOf));
  canvas.height = scale * rows.reduce((height, [square]) => height + square!.height, 0);
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  const draw = (image: HTMLImageElement, x: number, y: number) =>
    context.drawImage(image, scale * x, scale * y, scale * image.width, scale * image.height);
  let top = 0;
  for (
    const [square, wide, small, low] of rows as [
      HTMLImageElement,
      HTMLImageElement,
      HTMLImageElement,
      HTMLImageElement,
    ][]
  ) {
    context.fillStyle = top === 0 ? "#f2f0eb" : "#131210";
    context.fillRect(0, scale * top, canvas.width, scale * square.height);
    draw(square, 0, top);
    draw(wide, square.width, top);
    draw(small, square.width + wide.width, top);
    draw(low, square.width + wide.width, top + square.height - low.height);
    top += square.height;
  }
  return canvas.toDataURL("image/webp", 0.6).split(",")[1]!;
}
