/**
 * A typeface whose every character is the same bar, 0.55 em wide: text has the same lines and widths on every machine,
 * whatever typefaces it has. A TrueType file with the tables that a browser needs, and others that are given.
 */
export function buildFixedFont(
  ...others: readonly (readonly [tag: string, bytes: Uint8Array])[]
): Uint8Array<ArrayBuffer> {
  const tables: (readonly [tag: string, bytes: Uint8Array])[] = [
    ["OS/2", metricsForWindows()],
    ["cmap", characterMap()],
    ["glyf", GLYPH],
    ["head", header()],
    ["hhea", horizontalHeader()],
    ["hmtx", bytesOf([ADVANCE, 2], [0, 2], [ADVANCE, 2], [50, 2])],
    // The first glyph is the one of a missing character. It is empty.
    ["loca", bytesOf([0, 2], [0, 2], [GLYPH.length / 2, 2])],
    ["maxp", bytesOf([0x10000, 4], [2, 2], [4, 2], [1, 2], [0, 2], [0, 2], [1, 2], ...fields(0, 8))],
    ["name", names()],
    ["post", bytesOf([0x30000, 4], [0, 4], [-100, 2], [50, 2], [1, 4], ...fields(0, 8))],
    ...others,
  ];
  return joinTables(tables.sort(([one], [other]) => one < other ? -1 : 1));
}

const UNITS_PER_EM = 1000;
const ADVANCE = 550;
const ASCENT = 900;
const DESCENT = -250;

type Field = [value: number, bytes: 1 | 2 | 4];

function bytesOf(...values: Field[]): Uint8Array {
  const bytes = new Uint8Array(values.reduce((length, [, size]) => length + size, 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const [value, size] of values) {
    if (size === 1) view.setUint8(offset, value);
    else if (size === 2) view.setUint16(offset, value & 0xffff);
    else view.setUint32(offset, value >>> 0);
    offset += size;
  }
  return bytes;
}

function fields(value: number, count: number): Field[] {
  return Array.from({ length: count }, (): Field => [value, 2]);
}

/** A bar from the baseline to half of the em: one contour of four points. */
const GLYPH = bytesOf(
  [1, 2],
  ...box(50, 0, 500, 500),
  [3, 2],
  [0, 2],
  ...[1, 1, 1, 1].map((flag): Field => [flag, 1]),
  ...[50, 450, 0, -450].map((x): Field => [x, 2]),
  ...[0, 0, 500, 0].map((y): Field => [y, 2]),
);

function box(left: number, bottom: number, right: number, top: number): Field[] {
  return [[left, 2], [bottom, 2], [right, 2], [top, 2]];
}

/**
 * Format 13 maps a range to one glyph: here every character to the bar. The presentation forms of Arabic are left out, of
 * which a browser would make ligatures.
 */
function characterMap(): Uint8Array {
  const groups = [[0x20, 0xfb4f], [0xff00, 0x10ffff]] as const;
  return bytesOf(
    ...[0, 1, 3, 10].map((value): Field => [value, 2]),
    [12, 4],
    [13, 2],
    [0, 2],
    [16 + 12 * groups.length, 4],
    [0, 4],
    [groups.length, 4],
    ...groups.flatMap(([first, last]): Field[] => [[first, 4], [last, 4], [1, 4]]),
  );
}

function header(): Uint8Array {
  return bytesOf(
    [0x10000, 4],
    [0x10000, 4],
    [0, 4],
    [0x5f0f3cf5, 4],
    [0, 2],
    [UNITS_PER_EM, 2],
    [0, 4],
    [0, 4],
    [0, 4],
    [0, 4],
    ...box(50, 0, 500, 500),
    [0, 2],
    [6, 2],
    [2, 2],
    [0, 2],
    [0, 2],
  );
}

function horizontalHeader(): Uint8Array {
  return bytesOf(
    [0x10000, 4],
    [ASCENT, 2],
    [DESCENT, 2],
    [0, 2],
    [ADVANCE, 2],
    [50, 2],
    [50, 2],
    [500, 2],
    [1, 2],
    ...fields(0, 7),
    [2, 2],
  );
}

function metricsForWindows(): Uint8Array {
  return bytesOf(
    [4, 2],
    [ADVANCE, 2],
    [400, 2],
    [5, 2],
    [0, 2],
    ...fields(0, 10),
    [0, 2],
    ...fields(0, 5),
    ...fields(0, 8),
    [0x46495845, 4],
    [0x40, 2],
    [0x20, 2],
    [0xffff, 2],
    [ASCENT, 2],
    [DESCENT, 2],
    [0, 2],
    [ASCENT, 2],
    [-DESCENT, 2],
    [0, 4],
    [0, 4],
    [500, 2],
    [700, 2],
    [0, 2],
    [0x20, 2],
    [1, 2],
  );
}

function names(): Uint8Array {
  const text = [..."Fixed"].map((letter): Field => [letter.charCodeAt(0), 2]);
  const records = [1, 2, 4, 6].flatMap((
    id,
  ): Field[] => [[3, 2], [1, 2], [0x409, 2], [id, 2], [10, 2], [0, 2]]);
  return bytesOf([0, 2], [4, 2], [6 + 4 * 12, 2], ...records, ...text);
}

function joinTables(tables: readonly (readonly [string, Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const aligned = (length: number) => Math.ceil(length / 4) * 4;
  const start = 12 + 16 * tables.length;
  const font = new Uint8Array(tables.reduce((length, [, bytes]) => length + aligned(bytes.length), start));
  const power = Math.floor(Math.log2(tables.length));
  font.set(bytesOf([0x10000, 4], [tables.length, 2], [2 ** power * 16, 2], [power, 2], [
    (tables.length - 2 ** power) * 16,
    2,
  ]));
  let offset = start;
  for (const [index, [tag, bytes]] of tables.entries()) {
    const record = [...tag].map((letter): Field => [letter.charCodeAt(0), 1]);
    font.set(bytesOf(...record, [checksum(bytes), 4], [offset, 4], [bytes.length, 4]), 12 + 16 * index);
    font.set(bytes, offset);
    offset += aligned(bytes.length);
  }
  return font;
}

function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const [index, byte] of bytes.entries()) sum = (sum + byte * 2 ** (24 - index % 4 * 8)) % 2 ** 32;
  return sum;
}
