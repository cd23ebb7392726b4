// deno-lint-ignore-file no-console -- its output is what it is for
/**
 * What a stranger's tool does with the core: it writes a bundle, reads it, looks at one entry, meets a damaged one, and
 * prints what it found. It runs unchanged on Node and on Deno, whichever way it got `@tck/tckb`.
 */
import {
  encodeBase64Url,
  formatBatchId,
  InvalidManifestError,
  listEntries,
  parseManifest,
  readEntry,
  readTckb,
  sha384,
  TckbUnpackError,
  toIntegrity,
  writeTckb,
} from "@tck/tckb";
import { composeFeedIndex, resolveCardLocale } from "@tck/tckb/feed";

const utf8 = new TextEncoder();
const manifest = parseManifest({ id: "weather", cardType: "feed", sizes: ["2x1"], languages: ["de", "en"] });
const bytes = await writeTckb({
  manifest,
  module: utf8.encode(`export default () => "${"sunny ".repeat(1000)}";\n`),
  css: utf8.encode(":host { color: teal }"),
});
const { hash, css } = await readTckb(bytes);

console.log(JSON.stringify({
  digest: encodeBase64Url(await sha384(bytes)),
  integrity: toIntegrity(hash),
  css: css?.length,
  entries: listEntries(bytes).map(({ name, size }) => `${name} ${size}`),
  format: new TextDecoder().decode(await readEntry(bytes, "format.json") ?? undefined),
  damaged: await readTckb(bytes.subarray(1)).catch((error) => error instanceof TckbUnpackError && error.code),
  manifest: complaintOf({ id: "weather", cardType: "feed", sizes: ["3x3"] }),
  batchId: formatBatchId("2026-03-01", "morning_brief"),
  locale: resolveCardLocale(["de-AT"], manifest.languages),
  feeds: composeFeedIndex({
    feeds: [{
      id: "all",
      bundles: [{
        id: "b1",
        label: "001_weather",
        relPath: "monday/001_weather.tckb",
        manifest: { id: "weather", cardType: "feed", sizes: ["2x1"] },
      }],
    }],
    grids: [],
  }).index.feeds,
}));

/** @param {unknown} value */
function complaintOf(value) {
  try {
    parseManifest(value);
    return null;
  } catch (error) {
    return error instanceof InvalidManifestError ? error.issues : null;
  }
}
