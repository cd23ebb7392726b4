import { readFile } from "node:fs/promises";
import {
  formatStylesheetLine,
  listEntries,
  readEntry,
  type TckbEntry,
  type TckbInput,
  writeTckb,
} from "../../core/tckb/mod.ts";
import { encodeBase64Url, sha384Base64Url } from "../../core/bytes/mod.ts";
import { buildZip, type EntrySpec } from "../../fixtures/tckb/zip_builder.ts";
import { Random } from "../fuzz/mutate.ts";

/** A bundle to measure. */
export interface Bundle {
  /** The approximate size of the envelope. */
  readonly label: string;
  readonly input: TckbInput;
  readonly bytes: Uint8Array;
  /** The entries of `bytes`. */
  readonly entries: readonly TckbEntry[];
}

/** Deterministic bundles of minified code and, for the larger ones, images as data URLs. */
export async function buildBundles(): Promise<Bundle[]> {
  return [
    await buildBundle("25 KB", 70_000, 4_000),
    await buildBundle("1 MB", 600_000, 880_000),
    await buildBundle("10 MB", 600_000, 9_900_000),
  ];
}

async function buildBundle(label: string, codeBytes: number, imageBytes: number): Promise<Bundle> {
  const script = await readFile(
    new URL("../../node_modules/react-dom/cjs/react-dom-client.production.js", import.meta.url),
    "utf8",
  );
  const css = new TextEncoder().encode(buildStylesheet());
  const line = formatStylesheetLine({ css: await sha384Base64Url(css), propertiesCss: null });
  const random = new Random(imageBytes);
  const image = encodeBase64Url(Uint8Array.from({ length: imageBytes }, () => random.below(256)));
  const module = new TextEncoder().encode(
    `${line}\n${script.slice(0, codeBytes)}\nexport const image="${image}";\n`,
  );
  const input = { module, css, manifest: MANIFEST };
  const bytes = await deflateAll(await writeTckb(input));
  return { label, input, bytes, entries: listEntries(bytes) };
}

/** Deflates every entry, as other producers do: the writer stores large ones, which would measure no inflation. */
async function deflateAll(envelope: Uint8Array): Promise<Uint8Array> {
  const entries: EntrySpec[] = [];
  for (const { name } of listEntries(envelope)) {
    entries.push({ name, content: (await readEntry(envelope, name))! });
  }
  return buildZip({ entries });
}

const MANIFEST = {
  id: "market-table",
  title: { en: "Markets", de: "Märkte" },
  description: {
    en: "The indices you follow, with the last thirty days",
    de: "Die Indizes, denen du folgst",
  },
  cardType: "feed",
  sizes: ["4x2", "fill-auto"],
  languages: ["en", "de"],
  slots: { actions: [{ id: "open", label: "Open", href: "/markets", variant: "primary" }] },
  defaultState: { rows: Array.from({ length: 12 }, (_, row) => ({ name: `Index ${row}`, change: row / 7 })) },
};

function buildStylesheet(): string {
  return Array.from(
    { length: 40 },
    (_, row) => `.row-${row} { color: var(--color-text); padding: ${row}px; }\n`,
  ).join("");
}
