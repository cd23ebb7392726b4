import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import type { JsonObject } from "../../../core/manifest/mod.ts";
import { formatCardLine, formatStylesheetLine, writeTckb } from "../../../core/tckb/mod.ts";

const utf8 = new TextEncoder();

/** A bundle and its contents. */
export interface Envelope {
  bytes: Uint8Array<ArrayBuffer>;
  hash: string;
  module: Uint8Array<ArrayBuffer>;
}

/** The contents of a bundle. */
export interface EnvelopeOptions {
  module?: string;
  css?: string;
  propertiesCss?: string;
  /** Whether the module's first line covers the stylesheets. */
  covered?: boolean;
  /** The markup of the card by language; the stylesheets are then covered too. */
  cards?: { readonly [language: string]: string };
  manifest?: JsonObject;
}

/** Creates a bundle. */
export async function makeEnvelope(parts: EnvelopeOptions = {}): Promise<Envelope> {
  const css = parts.css === undefined ? null : utf8.encode(parts.css);
  const propertiesCss = parts.propertiesCss === undefined ? null : utf8.encode(parts.propertiesCss);
  const cards = new Map(Object.entries(parts.cards ?? {}).map(([name, text]) => [name, utf8.encode(text)]));
  const cardHashes = await Promise.all(
    Array.from(cards, async ([language, card]) => [language, await sha384Base64Url(card)] as const),
  );
  const cardLine = cards.size === 0 ? "" : `${formatCardLine(new Map(cardHashes))}\n`;
  const line = parts.covered || cards.size > 0
    ? `${
      formatStylesheetLine({
        css: css && await sha384Base64Url(css),
        propertiesCss: propertiesCss && await sha384Base64Url(propertiesCss),
      })
    }\n`
    : "";
  const module = utf8.encode(line + cardLine + (parts.module ?? "export default () => null;"));
  const manifest = { id: "weather", cardType: "feed", sizes: ["fill-auto"], ...parts.manifest };
  const bytes = Uint8Array.from(await writeTckb({ module, css, propertiesCss, cards, manifest }));
  return { bytes, hash: await sha384Base64Url(module), module };
}

/** One entry of an archive that {@linkcode makeArchive} writes. */
export interface ArchiveEntry {
  name: string;
  content: string | Uint8Array;
}

/** Creates a valid ZIP archive of stored entries with any contents. */
export function makeArchive(entries: readonly ArchiveEntry[]): Uint8Array<ArrayBuffer> {
  const locals: number[] = [];
  const directory: number[] = [];
  for (const { name, content } of entries) {
    const data = typeof content === "string" ? utf8.encode(content) : content;
    const nameBytes = utf8.encode(name);
    const facts = [
      ...[...u16(0x0800), ...u16(0), ...u16(0), ...u16(0x21)],
      ...[...u32(crc32(data)), ...u32(data.length), ...u32(data.length), ...u16(nameBytes.length), ...u16(0)],
    ];
    directory.push(...[0x50, 0x4b, 1, 2], ...u16(20), ...u16(20), ...facts);
    directory.push(...u16(0), ...u16(0), ...u16(0), ...u32(0), ...u32(locals.length), ...nameBytes);
    locals.push(...[0x50, 0x4b, 3, 4], ...u16(20), ...facts, ...nameBytes, ...data);
  }
  const end = [...[0x50, 0x4b, 5, 6], ...u16(0), ...u16(0), ...u16(entries.length), ...u16(entries.length)];
  return Uint8Array.from([
    ...locals,
    ...directory,
    ...end,
    ...u32(directory.length),
    ...u32(locals.length),
    0,
    0,
  ]);
}

/** The entries of a valid envelope, to be changed or omitted. */
export function envelopeEntries(module: string, format: string | null): ArchiveEntry[] {
  return [
    ...(format === null ? [] : [{ name: "format.json", content: format }]),
    { name: "manifest.json", content: `{"id":"weather","cardType":"feed","sizes":["fill-auto"]}` },
    { name: "widget.mjs", content: module },
  ];
}

function u16(value: number): number[] {
  return [value & 0xff, value >>> 8];
}

function u32(value: number): number[] {
  return [...u16(value & 0xffff), ...u16(value >>> 16)];
}

/** Independent of the core's CRC-32, which these archives test. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
