import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { encodeBase64Url } from "../../../core/bytes/mod.ts";
import { formatDiagnostic, openBundler } from "../../../web/bundler/mod.ts";
import type { FirstCard } from "./page/first_card.ts";
import { FIRST_FILES, toProjectFiles, WIDGET_NAME } from "./page/source_files.ts";

/** Builds what the page shows first, so that nobody waits for the compilers to see a card. */
export async function buildFirstCard(): Promise<FirstCard> {
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
    return { hash: bundle.hash, envelope: encodeBase64Url(bundle.envelope), manifest };
  } finally {
    await bundler.close();
    await rm(folder, { recursive: true });
  }
}
