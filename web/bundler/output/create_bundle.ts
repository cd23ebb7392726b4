import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { formatKitLine, KIT_VERSION } from "../../../core/contract/mod.ts";
import type { JsonObject } from "../../../core/manifest/mod.ts";
import { formatCardLine, formatStylesheetLine, TckbUnpackError, writeTckb } from "../../../core/tckb/mod.ts";
import { diagnose, DiagnosticError } from "../diagnostic.ts";
import type { Evaluation } from "../evaluate/evaluate_widget.ts";

/** One widget's bundle, in memory. */
export interface Bundle {
  /** `<NNN>_<slug>`. */
  name: string;
  /** The `.tckb` file. */
  envelope: Uint8Array;
  /** The bundle's hash. */
  hash: string;
  /** The source map of the envelope's module without its first lines, as JSON. */
  map: string;
  /** How many lines these are: on the stylesheets, on the kit, and on the markup of the card if it has some. */
  bannerLines: number;
  /** The SHA-256 of every file that was read, in hex, by its path relative to the project. */
  inputs: { [path: string]: string };
}

/**
 * @param builtAt when it counts as built; without it, equal sources give equal bytes
 * @throws {DiagnosticError} when no reader would accept the bundle, such as one with too large a manifest
 */
export async function createBundle(
  { checked, manifest, cards }: Pick<Evaluation, "checked" | "manifest" | "cards">,
  builtAt?: string,
): Promise<Bundle> {
  const { source, map, inputs } = checked;
  const encoder = new TextEncoder();
  const encodedCards = new Map(Array.from(cards, ([language, markup]) => [language, encoder.encode(markup)]));
  const banner = await createBanner(checked, encodedCards);
  const module = encoder.encode(`${banner}${checked.module}`);
  const hash = await sha384Base64Url(module);
  try {
    const envelope = await writeTckb({
      module,
      // Both stylesheets are always entries, so that a host never asks for one that is missing.
      css: encoder.encode(checked.css),
      propertiesCss: encoder.encode(checked.propertiesCss),
      cards: encodedCards,
      // A manifest has been through JSON and the schema: it is a JSON object.
      manifest: manifest as unknown as JsonObject,
      ...(builtAt === undefined
        ? {}
        : { build: { bundler: { name: "tck", version: KIT_VERSION }, builtAt } }),
    });
    return { name: source.name, envelope, hash, map, bannerLines: banner.split("\n").length - 1, inputs };
  } catch (error) {
    if (!(error instanceof TckbUnpackError)) throw error;
    const hint = "Make the widget's manifest smaller";
    throw new DiagnosticError([diagnose("bundle.invalid", source, error.message, hint)]);
  }
}

/** The lines of `widget.mjs` before the module. */
async function createBanner(
  { css, propertiesCss }: Pick<Evaluation["checked"], "css" | "propertiesCss">,
  cards: ReadonlyMap<string, Uint8Array>,
): Promise<string> {
  const encoder = new TextEncoder();
  const lines = [
    formatStylesheetLine({
      css: await sha384Base64Url(encoder.encode(css)),
      propertiesCss: await sha384Base64Url(encoder.encode(propertiesCss)),
    }),
    formatKitLine(KIT_VERSION),
  ];
  const hashes = new Map<string, string>();
  for (const [language, card] of cards) hashes.set(language, await sha384Base64Url(card));
  if (hashes.size > 0) lines.push(formatCardLine(hashes));
  return `${lines.join("\n")}\n`;
}
