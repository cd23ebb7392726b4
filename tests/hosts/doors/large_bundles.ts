import { deflateRawSync } from "node:zlib";
import { LIMITS } from "../../../core/contract/mod.ts";
import { nodeCrc32, nodeSha384 } from "../../../hosts/zlib/mod.ts";
import { encodeBase64Url } from "../../../core/bytes/mod.ts";
import { buildZip, type EntrySpec, toBytes } from "../../../fixtures/tckb/zip_builder.ts";

/** A bundle that is just small enough, and its hash. */
export interface LargeBundle {
  readonly envelope: Uint8Array<ArrayBuffer>;
  readonly hash: string;
}

const MANIFEST = '{"id":"weather","cardType":"feed","sizes":["fill-auto"]}';
const FORMAT = '{"tckbFormat":2}';

/** What a bundle has besides a small manifest and module. */
export interface BundleParts {
  readonly module?: string | Uint8Array;
  readonly manifest?: string;
  /** The text of `format.json`; null for a legacy bundle, which has none. */
  readonly format?: string | null;
  /** Whether the module is not compressed. */
  readonly stored?: boolean;
}

/** Builds a bundle with native code: the writer of the core would take seconds for some of these. */
export function buildBundle(
  { module = "export default 1;", manifest = MANIFEST, format = FORMAT, stored = false }: BundleParts,
): LargeBundle {
  const bytes = toBytes(module);
  const entries = [
    ...(format === null ? [] : [buildEntry("format.json", format)]),
    buildEntry("manifest.json", manifest),
    buildEntry("widget.mjs", bytes, stored),
  ];
  return { envelope: Uint8Array.from(buildZip({ entries })), hash: encodeBase64Url(nodeSha384(bytes)) };
}

function buildEntry(name: string, content: string | Uint8Array, stored = false): EntrySpec {
  const bytes = toBytes(content);
  const data = stored ? bytes : new Uint8Array(deflateRawSync(bytes, { level: 9 }));
  const fields = { size: bytes.length, crc32: nodeCrc32(bytes) };
  return { name, content: "", data, method: stored ? 0 : 8, local: fields, central: fields };
}

/** Room for the other entries of a bundle. */
const REST = 4_096;

/** A module of spaces that inflates to all that a commit takes, from 4 KB. Each index has another hash. */
export function buildBomb(index: number, parts: BundleParts = {}): LargeBundle {
  const module = new Uint8Array(LIMITS.committedBytes - REST).fill(0x20);
  module.set(toBytes(`export default ${index};`));
  return buildBundle({ ...parts, module });
}

/** A module of noise, which does not become smaller. */
export function buildNoise(size: number = LIMITS.committedBytes - REST): LargeBundle {
  const noise = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
  return buildBundle({ module: noise, stored: true });
}

/** A manifest with one more member. */
export function writeManifest(member: string): string {
  return `${MANIFEST.slice(0, -1)},${member}}`;
}

/** Members of a manifest of which each action has the same condition, of a large object. */
export function writeConditions(): string {
  const actions = Array.from(
    { length: LIMITS.actions },
    (_, index) => ({ id: `action-${index}`, label: "x", href: "/x", when: "object" }),
  );
  const object = Object.fromEntries(Array.from({ length: 45_000 }, (_, index) => [`a${index}`, 1]));
  return `"slots":{"actions":${JSON.stringify(actions)}},"defaultState":${JSON.stringify({ object })}`;
}

/** Members of a manifest with objects in each other, each by a long name of controls, and many numbers in the last. */
export function writeNested(): string {
  const name = `"${"\\u0001".repeat(300)}"`;
  const depth = LIMITS.jsonDepth - 6;
  return `"defaultState":{${`${name}:{`.repeat(depth)}"list":[${"1,".repeat(399)}1]${"}".repeat(depth)}}`;
}

/** A text of which a character takes two bytes in memory, and one byte as it is sent, for a manifest of so many bytes. */
export function writeWideText(bytes: number = LIMITS.manifestBytes): string {
  return `"defaultState":{"text":"\u0416${"x".repeat(bytes - 1_000)}"}`;
}

/** Objects of one member each, of which each has a name of its own: no two share a shape. */
export function writeShapes(): string {
  const names = Array.from({ length: LIMITS.manifestValues / 2 - 1_000 }, (_, index) => `a${index}`);
  return `"defaultState":{"list":[${names.map((name) => `{"${name}":1}`).join()}]}`;
}

/** Members of a manifest that take the most time or memory below its limits. */
export const LARGE_MEMBERS: readonly string[] = [
  `"defaultState":{"list":[${"{},".repeat(LIMITS.manifestValues / 2 - 1_000)}{}]}`,
  `"defaultState":{"list":[${`{"a":1},`.repeat(LIMITS.manifestValues / 2 - 1_000)}{}]}`,
  `"defaultState":{${
    Array.from({ length: 45_000 }, (_, index) => `"${index.toString(36).padStart(14, "_")}":1`).join()
  }}`,
  `"defaultState":{"text":"${"x".repeat(LIMITS.manifestBytes - 1_000)}"}`,
  `"defaultState":{"text":"${"\\u2028".repeat((LIMITS.manifestBytes - 1_000) / 6)}"}`,
  `"defaultState":{"text":"${"<".repeat(LIMITS.manifestBytes - 1_000)}"}`,
  `"defaultState":{"number":${"1".repeat(LIMITS.manifestBytes - 1_000)}}`,
  `"defaultState":{"list":${"[".repeat(LIMITS.jsonDepth - 4)}${"1,".repeat(40_000)}1${
    "]".repeat(LIMITS.jsonDepth - 4)
  }}`,
  `"defaultState":{${
    // V8 hashes texts of digits alone by their number: these have one hash.
    Array.from({ length: 45_000 }, (_, index) => `"${4_294_967_294 - index * 65_536}":1`).join()}}`,
];

/** Modules that take the most time or memory below the limits of a page of one file. */
export const LARGE_MODULES: readonly string[] = [
  `export default [${"1,".repeat(249_000)}];`,
  `export default [${"{a:b},".repeat(80_000)}];`,
  `export default [${"()=>a,".repeat(80_000)}];`,
  `export default [${"({a})=>b,".repeat(55_000)}];`,
  `export default [${"`${1}`,".repeat(70_000)}];`,
  `export default [${'"\u2028",'.repeat(100_000)}];`,
  `export default "${"<".repeat(2_000_000)}";`,
  `${Array.from({ length: 160_000 }, (_, index) => `let a${index};`).join("")}export default 1;`,
];
