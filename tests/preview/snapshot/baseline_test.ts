// budget: 20 s: six snapshots through the whole command, three of which start a browser
import assert from "node:assert/strict";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { PNG } from "pngjs";
import { Baseline } from "../../../preview/server/snapshot/baseline/baseline.ts";
import {
  comparePictures,
  cutDifference,
} from "../../../preview/server/snapshot/baseline/compare_pictures.ts";
import type { SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { Project } from "../session/project.ts";
import { runSnapshotHere } from "./command_here.ts";
import { sizeOfPng } from "./picture.ts";
import { makePipe } from "../../terminal/files/make_pipe.ts";

const WHITE = [255, 255, 255];
const RED = [220, 0, 0];
const [LIGHT, DARK] = ["001_box.2x1.light.default.png", "001_box.2x1.dark.default.png"];

/** A picture of one colour, with a rectangle of another one in its corner. */
function drawPicture(width: number, height: number, corner: readonly number[], side = 10): Uint8Array {
  const picture = new PNG({ width, height });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      picture.data.set([...x < side && y < side ? corner : WHITE, 255], 4 * (y * width + x));
    }
  }
  return PNG.sync.write(picture);
}

Deno.test("pictures that look the same do not differ", () => {
  const white = drawPicture(100, 50, WHITE);
  assert.equal(comparePictures(white, drawPicture(100, 50, WHITE)), null);
  assert.equal(comparePictures(white, drawPicture(100, 50, [254, 255, 254])), null, "a colour next to it");
  const withoutAlpha = PNG.sync.write(PNG.sync.read(Buffer.from(white)), { colorType: 2 });
  assert.notDeepEqual(new Uint8Array(withoutAlpha), new Uint8Array(white));
  assert.equal(comparePictures(white, withoutAlpha), null, "another encoding");
});

Deno.test("a changed part is reported with its share, and drawn beside both pictures", () => {
  const [before, after] = [drawPicture(100, 50, WHITE), drawPicture(100, 50, RED)];
  const { share, picture } = comparePictures(before, after)!;
  assert.equal(share, 100 / 5000);
  const drawn = PNG.sync.read(Buffer.from(picture!));
  assert.deepEqual([drawn.width, drawn.height], [3 * 100 + 2 * 8, 50]);
  const colourAt = (
    x: number,
    y: number,
  ) => [...drawn.data.subarray(4 * (y * drawn.width + x)).subarray(0, 3)];
  assert.deepEqual([colourAt(5, 5), colourAt(113, 5), colourAt(150, 40)], [WHITE, RED, WHITE]);
  assert.notDeepEqual(colourAt(221, 5), colourAt(280, 40), "the difference is marked");
  assert.equal(
    comparePictures(before, drawPicture(100, 50, RED, 1))!.share,
    1 / 5000,
    "one pixel of a small picture",
  );
});

Deno.test("a picture of another size has changed, and what only one of them has differs", () => {
  const result = comparePictures(drawPicture(100, 50, WHITE), drawPicture(100, 60, WHITE))!;
  assert.deepEqual([result.share, result.sizes], [1 / 6, [[100, 50], [100, 60]]]);
  assert.deepEqual(sizeOfPng(result.picture!), [316, 60]);
  const wide = comparePictures(drawPicture(40, 20, RED), drawPicture(20, 40, RED))!;
  assert.equal(wide.share, 1 - (20 * 20) / (40 * 40));
});

/** A PNG of one colour and few bytes, of any size, with further chunks behind the header. */
function drawBomb(
  width: number,
  height: number,
  { isInterlaced = false, rows = height, between = [] as Uint8Array[] } = {},
): Uint8Array {
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 9 });
  const parts = [headerChunk(width, height, isInterlaced), ...between, chunk("IDAT", pixels), chunk("IEND")];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

function headerChunk(width: number, height: number, isInterlaced = false): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  header[12] = Number(isInterlaced);
  return chunk("IHDR", header);
}

function chunk(name: string, content: Uint8Array = new Uint8Array()): Uint8Array {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length);
  bytes.write(name, 4);
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length);
  return bytes;
}

// claim: baseline-elsewhere
Deno.test("an accepted picture that would take much memory is not decoded", () => {
  const after = drawPicture(9, 9, RED);
  const { read } = PNG.sync;
  const decoded: number[] = [];
  PNG.sync.read = (bytes, options) => {
    decoded.push(bytes.length);
    return read(bytes, options);
  };
  try {
    for (const [width, height] of [[4_000, 4_000], [9, 60_000], [60_000, 9]] as const) {
      assert.deepEqual(
        comparePictures(drawBomb(width, height), after),
        { share: null, sizes: [[width, height], [9, 9]], picture: null },
      );
    }
    const tricks: { [trick: string]: Uint8Array } = {
      interlaced: drawBomb(9, 9, { isInterlaced: true, rows: 1_000_000 }),
      "a second header": drawBomb(9, 9, { between: [headerChunk(20_000, 20_000)] }),
      "a long palette": drawBomb(9, 9, { between: [chunk("PLTE", Buffer.alloc(3_000_000))] }),
      "many palettes": drawBomb(9, 9, { between: Array(9).fill(chunk("PLTE", Buffer.alloc(768))) }),
      "many chunks": drawBomb(9, 9, { between: Array(30_000).fill(chunk("IDAT")) }),
    };
    for (const [trick, picture] of Object.entries(tricks)) {
      assert.throws(() => comparePictures(picture, after), { name: "UnreadablePicture" }, trick);
    }
    assert.throws(() => cutDifference(drawBomb(10_000, 9_000), [[9, 9], [9, 9]]), {
      name: "UnreadablePicture",
    });
    const side = 5_000;
    assert.throws(() => cutDifference(drawBomb(3 * side + 16, side), [[side, side], [side, side]]), {
      name: "UnreadablePicture",
    });
    assert.deepEqual(decoded, [], "nothing was decoded");
    assert.ok(
      comparePictures(drawBomb(9, 18), after)!.picture !== null,
      "what is not much larger is compared",
    );
    assert.equal(decoded.length, 2);
  } finally {
    PNG.sync.read = read;
  }
});

Deno.test("a baseline keeps files with other names, and names its pictures that cannot be read", async () => {
  await using project = await Project.create({
    [`own/${LIGHT}`]: "version https://git-lfs.github.com/spec/v1\n",
    "own/logo.png": "an author's",
    "own/README.md": "an author's",
    "own/002_gone.2x1.light.default.en.png": drawPicture(4, 4, WHITE),
  });
  const baseline = new Baseline(join(project.path, "own"));
  const pictures = [{ name: LIGHT, png: drawPicture(9, 9, RED) }, { name: DARK, png: null }];
  const findings = async (isWhole: boolean) =>
    (await baseline.compare(pictures, isWhole)).map(({ finding: { rule, picture } }) => [rule, picture]);
  const [unreadable] = await baseline.compare(pictures, false);
  assert.match(
    unreadable!.finding.message,
    /^The baseline's picture is not a whole PNG file as a snapshot writes it: /,
  );
  assert.deepEqual(await findings(false), [["picture.changed", LIGHT]]);
  assert.deepEqual((await findings(true))[1], ["picture.missing", "002_gone.2x1.light.default.en.png"]);
  const added = await baseline.compare([{
    name: "003_new.2x1.dark.default.png",
    png: drawPicture(4, 4, RED),
  }], false);
  assert.deepEqual(added.map(({ finding: { rule, severity } }) => [rule, severity]), [[
    "picture.new",
    "warning",
  ]]);
  assert.deepEqual(await baseline.update(pictures, true), { written: 1, deleted: 1 });
  assert.deepEqual((await readdir(join(project.path, "own"))).sort(), [LIGHT, "README.md", "logo.png"]);
  assert.deepEqual(await findings(true), []);
});

// claim: baseline-elsewhere
Deno.test("a link or a pipe in place of an accepted picture is an error, and --update replaces it", async () => {
  const picture = { name: LIGHT, png: drawPicture(4, 4, RED) };
  const makers: { [kind: string]: (path: string, outside: string) => unknown } = {
    link: (path, outside) => symlink(outside, path),
    endless: (path) => symlink("/dev/zero", path),
    pipe: makePipe,
  };
  for (const [kind, make] of Object.entries(makers)) {
    await using project = await Project.create({ "secret.txt": "a secret", "own/README.md": "an author's" });
    const [path, outside] = [join(project.path, "own", LIGHT), join(project.path, "secret.txt")];
    await make(path, outside);
    const baseline = new Baseline(join(project.path, "own"));
    for (const pictures of [[picture], []]) {
      await assert.rejects(() => baseline.compare(pictures, true), { name: "FolderError" }, kind);
    }
    await baseline.update([picture], true);
    assert.deepEqual(await baseline.compare([picture], true), [], kind);
    assert.equal(await readFile(outside, "utf8"), "a secret");
  }
});

/** A widget of one colour. */
function boxWidget(colour: string): string {
  return `import { defineManifest } from "@tck/kit";
export const manifest = defineManifest({ id: "box", title: "Box", cardType: "feed", sizes: ["2x1"] });
export default function Box() {
  return <div style={{ height: 120, background: "var(--color-${colour})" }} />;
}
`;
}

Deno.test("a snapshot is compared with the pictures that --update accepted", async () => {
  await using project = await Project.create({
    "widgets/001_box/widget.tck.tsx": boxWidget("accent"),
    "node_modules/.keep": "",
  });
  const [baseline, output] = [join(project.path, "snapshots"), join(project.path, ".tck/snapshot")];
  const snapshot = async (...args: string[]) => {
    const { code, stdout, stderr } = await runSnapshotHere(["--cwd", project.path, ...args]);
    const report: SnapshotReport | null = code === 2 || stdout === ""
      ? null
      : JSON.parse(await readFile(join(output, "report.json"), "utf8"));
    const findings = report?.baseline?.findings.map(({ rule, picture }) => [rule, picture]);
    return { code, stdout, stderr, report, findings };
  };
  const missing = await snapshot("--baseline", join(project.path, "none"));
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /Cannot compare with baseline ".*none": the folder has no pictures/);

  const first = await snapshot("--update");
  assert.deepEqual([first.code, first.stdout, first.findings], [0, "2 pictures, no problems\n", undefined]);
  assert.ok(first.stderr.includes(`baseline in ${baseline}: 2 pictures written, 0 deleted`), first.stderr);

  await project.write("widgets/001_box/widget.tck.tsx", boxWidget("text"));
  const edited = await snapshot();
  assert.deepEqual([edited.code, edited.findings], [1, [["picture.changed", DARK], [
    "picture.changed",
    LIGHT,
  ]]]);
  const { share, difference, severity } = edited.report!.baseline!.findings[1]!;
  assert.ok(share! > 0.3 && share! < 1, String(share));
  assert.deepEqual([severity, difference], ["error", "001_box.2x1.light.default.diff.png"]);
  const shown = join(output, difference!);
  const [width, height] = sizeOfPng(await readFile(join(output, LIGHT)));
  assert.deepEqual(sizeOfPng(await readFile(shown)), [3 * width + 16, height]);
  assert.ok(
    edited.stdout.includes(` % of the pixels differ (${shown})\n2 pictures, 2 errors\n`),
    edited.stdout,
  );

  await writeFile(join(baseline, "003_gone.2x1.light.default.png"), drawPicture(4, 4, WHITE));
  const selected = await snapshot("--update", "--widget", "001_box", "--theme", "light");
  assert.deepEqual([selected.code, (await readdir(baseline)).length], [0, 3]);
  const partly = await snapshot();
  assert.deepEqual([partly.code, partly.findings], [1, [
    ["picture.changed", DARK],
    ["picture.missing", "003_gone.2x1.light.default.png"],
  ]]);
  assert.ok((await snapshot("--update")).stderr.includes("2 pictures written, 1 deleted"));
  const clean = await snapshot();
  assert.deepEqual([clean.code, clean.stdout, clean.findings], [0, "2 pictures, no problems\n", []]);
  assert.deepEqual((await readdir(baseline)).length, 2);
  assert.ok(!(await readdir(output)).some((name) => name.endsWith(".diff.png")));

  await writeFile(join(baseline, "003_gone.2x1.light.default.png"), drawPicture(4, 4, WHITE));
  await project.write("widgets/002_other/widget.tck.tsx", "export default (");
  assert.equal((await snapshot("--update")).code, 1);
  assert.equal((await readdir(baseline)).length, 3, "nothing is deleted while a widget cannot be loaded");
});
