import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { encodeBase64Url } from "../../../core/bytes/mod.ts";
import { FOOTPRINTS } from "../../../core/contract/mod.ts";
import { readTckb } from "../../../core/tckb/mod.ts";
import type { HostAssets } from "../../../web/assets/mod.ts";
import { formatDiagnostic, openBundler } from "../../../web/bundler/mod.ts";
import { paintWidget } from "../painted_card.ts";
import { CAPTION_HEIGHT, CAPTIONS } from "./captions.ts";
import type { FirstCard } from "./page/first_card.ts";
import { FIRST_FILES, toProjectFiles, WIDGET_NAME } from "./page/source_files.ts";

interface BuiltFirstCard {
  readonly card: FirstCard;
  /** A document without scripts that shows it in all its sizes. */
  readonly painted: string;
  /** The height of its content, in CSS pixels. */
  readonly height: number;
}

/** The space between two cards, in CSS pixels. */
const GAP = 16;

/** Builds what the page shows first, so that nobody waits for the compilers to see a card. */
export async function buildFirstCard(assets: HostAssets): Promise<BuiltFirstCard> {
  const folder = await mkdtemp(join(tmpdir(), "tck-playground-"));
  const bundler = openBundler();
  try {
    for (const [path, content] of toProjectFiles(FIRST_FILES)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const { bundle, manifest, diagnostics } = await bundler.checkWidget(folder, WIDGET_NAME);
    if (bundle === null || manifest === null || diagnostics.length > 0) {
      throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
    }
    const { sizes } = manifest;
    const heights = sizes.map((size) => CAPTION_HEIGHT + FOOTPRINTS[size].height!);
    return {
      card: { hash: bundle.hash, envelope: encodeBase64Url(bundle.envelope), manifest },
      painted: paintWidget({ manifest, bundle: await readTckb(bundle.envelope) }, assets, {
        sizes,
        css: `${CAPTIONS}\nbody.canvas-frame-body { padding: 0; background: none }`,
      }),
      height: heights.reduce((sum, height) => sum + GAP + height, -GAP),
    };
  } finally {
    await bundler.close();
    await rm(folder, { recursive: true });
  }
}
