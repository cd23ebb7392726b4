import { Buffer } from "node:buffer";
import { brotliCompressSync } from "node:zlib";
import { buildFixedFont } from "../kept/fixed_font.ts";

/** A font whose glyph is the SVG document of a text, by which Firefox ends when it draws the glyph. */
export function buildSvgFont(): Uint8Array<ArrayBuffer> {
  const filter = encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg"><filter id="f"><feFlood flood-color="lime"/></filter></svg>',
  );
  const glyph =
    `<svg xmlns="http://www.w3.org/2000/svg"><g id="glyph1"><rect y="-900" width="900" height="900" ` +
    `filter="url(&quot;data:image/svg+xml,${filter}#f&quot;)"/></g></svg>`;
  const head = Buffer.alloc(24);
  head.writeUInt32BE(10, 2);
  head.writeUInt16BE(1, 10);
  head.writeUInt16BE(1, 12);
  head.writeUInt16BE(1, 14);
  head.writeUInt32BE(14, 16);
  head.writeUInt32BE(Buffer.byteLength(glyph), 20);
  return buildFixedFont(["SVG ", Buffer.concat([head, Buffer.from(glyph)])]);
}

/** A TrueType font as WOFF, without compression. */
export function toWoff(font: Uint8Array): Uint8Array {
  const tables = readTables(font);
  const start = 44 + 20 * tables.length;
  const directory = Buffer.alloc(start);
  const parts: Uint8Array[] = [directory];
  let offset = start;
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const at = 44 + 20 * index;
    directory.write(tag, at, "latin1");
    for (
      const [place, value] of [offset, content.length, content.length, checksum].entries()
    ) directory.writeUInt32BE(value, at + 4 + 4 * place);
    const padding = -content.length & 3;
    parts.push(content, Buffer.alloc(padding));
    offset += content.length + padding;
  }
  directory.write("wOFF", 0, "latin1");
  directory.writeUInt32BE(0x10000, 4);
  directory.writeUInt32BE(offset, 8);
  directory.writeUInt16BE(tables.length, 12);
  directory.writeUInt32BE(font.length, 16);
  return Buffer.concat(parts);
}

/** Tables with a number in WOFF2, as far as fonts here have them. */
const NUMBERS = new Map([
  ...["cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post"].map((tag, index) =>
    [tag, index] as const
  ),
  ["glyf", 10],
  ["loca", 11],
  ["SVG ", 36],
]);

/**
 * A TrueType font as WOFF2, without transformations.
 *
 * @param spelled the tables that have a tag although there is a number for them
 */
export function toWoff2(font: Uint8Array, spelled: readonly string[] = []): Uint8Array {
  const tables = readTables(font);
  const records = tables.map(({ tag, content }) => {
    const isSpelled = spelled.includes(tag);
    const transform = tag === "glyf" || tag === "loca" ? 3 << 6 : 0;
    return Buffer.concat([
      Buffer.from([transform | (isSpelled ? 63 : NUMBERS.get(tag)!)]),
      Buffer.from(isSpelled ? tag : "", "latin1"),
      Buffer.from(toBase128(content.length)),
    ]);
  });
  const content = brotliCompressSync(Buffer.concat(tables.map(({ content }) => content)));
  const head = Buffer.alloc(48);
  const length = head.length + records.reduce((sum, record) => sum + record.length, content.length);
  head.write("wOF2", 0, "latin1");
  head.writeUInt32BE(0x10000, 4);
  head.writeUInt32BE(length + (-length & 3), 8);
  head.writeUInt16BE(tables.length, 12);
  head.writeUInt32BE(font.length, 16);
  head.writeUInt32BE(content.length, 20);
  return Buffer.concat([head, ...records, content, Buffer.alloc(-length & 3)]);
}

function readTables(font: Uint8Array): { tag: string; checksum: number; content: Uint8Array }[] {
  const bytes = Buffer.from(font);
  return Array.from({ length: bytes.readUInt16BE(4) }, (_, index) => {
    const at = 12 + 16 * index;
    const offset = bytes.readUInt32BE(at + 8);
    return {
      tag: bytes.toString("latin1", at, at + 4),
      checksum: bytes.readUInt32BE(at + 4),
      content: bytes.subarray(offset, offset + bytes.readUInt32BE(at + 12)),
    };
  });
}

function toBase128(value: number): number[] {
  const digits = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift(rest & 127 | 128);
  return digits;
}
