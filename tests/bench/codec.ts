// deno-lint-ignore-file no-console -- it prints its results
/**
 * Compares the codec with other ZIP libraries and with the floor: `deno run -A tests/bench/codec.ts`. All readers read
 * every entry and hash the module by SHA-384, ours the stylesheet too; the floor is zlib and SHA-384 alone. Times are
 * medians in microseconds; on a busy machine only the ratios are meaningful.
 *
 * The hash of each reader is stated. Web Crypto is the only one on every runtime, and hands its work to another thread,
 * which costs an idle machine little and a busy one a lot; `node:crypto` is synchronous.
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
import * as zipJs from "npm:@zip.js/zip.js@2.24.0";
import AdmZip from "npm:adm-zip@0.5.16";
import { unzipSync, zipSync } from "fflate";
import JSZip from "npm:jszip@3.10.1";
import yauzl from "npm:yauzl@3.4.0";
import { sha384Base64Url } from "../../core/bytes/mod.ts";
import { listEntries, readEntry, readTckb, type TckbEntry, writeTckb } from "../../core/tckb/mod.ts";
import { NODE_CODEC, nodeSha384 } from "../../hosts/zlib/mod.ts";
import { buildBundles, type Bundle } from "./codec_bundles.ts";

zipJs.configure({ useWebWorkers: false });

type Contender = (bundle: Bundle) => unknown;

const MODULE = "widget.mjs";
/** The entries whose hashes go into the envelope; the other writers compute them as well. */
const HASHED = [MODULE, "widget.css"];
/** The number of turns of each contender, and the length of a turn, in which it runs at least once. */
const TURNS = 25;
const TURN_MILLISECONDS = 40;

/** Reads a bundle and returns the module's hash. */
interface Reader {
  hash: "node:crypto" | "Web Crypto";
  read: Contender;
}

const READERS: Record<string, Reader> = {
  "floor": { hash: "node:crypto", read: ({ entries }) => readFloor(entries) },
  "tckb, node:zlib": {
    hash: "node:crypto",
    read: async ({ bytes }) => (await readTckb(bytes, NODE_CODEC)).hash,
  },
  "tckb, own inflate": {
    hash: "node:crypto",
    read: async ({ bytes }) => (await readTckb(bytes, { sha384: nodeSha384 })).hash,
  },
  "tckb, default": { hash: "Web Crypto", read: async ({ bytes }) => (await readTckb(bytes)).hash },
  "fflate with Web Crypto": {
    hash: "Web Crypto",
    read: ({ bytes }) => sha384Base64Url(unzipSync(bytes)[MODULE]!),
  },
  "fflate": { hash: "node:crypto", read: ({ bytes }) => hash(unzipSync(bytes)[MODULE]!) },
  "yauzl": { hash: "node:crypto", read: ({ bytes }) => readByYauzl(bytes) },
  "zip.js": { hash: "node:crypto", read: ({ bytes }) => readByZipJs(bytes) },
  "jszip": { hash: "node:crypto", read: ({ bytes }) => readByJsZip(bytes) },
  "adm-zip": { hash: "node:crypto", read: ({ bytes }) => readByAdmZip(bytes) },
};

const WRITERS: Record<string, (contents: Map<string, Uint8Array>, bundle: Bundle) => unknown> = {
  "tckb": (_, { input }) => writeTckb(input, NODE_CODEC),
  "fflate, level 9": (contents) => zipSync(Object.fromEntries(contents), { level: 9, mtime: "1980-01-01" }),
  "jszip, level 9": (contents) => writeByJsZip(contents),
  "zip.js, level 9": (contents) => writeByZipJs(contents),
  "adm-zip (node:zlib)": (contents) => writeByAdmZip(contents),
};

for (const bundle of await buildBundles()) {
  const moduleBytes = bundle.input.module.length;
  console.log(`\n${bundle.label}: envelope of ${bundle.bytes.length} bytes, module of ${moduleBytes} bytes`);
  await checkReaders(bundle);
  const readTimes = await measure(READERS, (reader) => reader.read(bundle));
  printTable("read and verify", "floor", readTimes, (name) => READERS[name]!.hash);
  printDefaultReader(readTimes);
  const contents = await readContents(bundle.bytes);
  const sizes = new Map<string, number>();
  const times = await measure(WRITERS, async (write, name) => {
    if (name !== "tckb") { for (const hashed of HASHED) hash(contents.get(hashed)!); }
    sizes.set(name, ((await write(contents, bundle)) as Uint8Array).length);
  });
  printTable("write", "tckb", times, (name) => `${sizes.get(name)} bytes`);
}

function hash(module: Uint8Array): string {
  return createHash("sha384").update(module).digest("base64url");
}

function readFloor(entries: readonly TckbEntry[]): string {
  let digest = "";
  for (const { name, method, data } of entries) {
    const content = method === 8 ? inflateRawSync(data) : data;
    if (name === MODULE) digest = hash(content);
  }
  return digest;
}

async function readByYauzl(bytes: Uint8Array): Promise<string> {
  const archive = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer), { strictFileNames: true });
  let digest = "";
  for await (const entry of archive.eachEntry()) {
    const content = await buffer(await archive.openReadStreamPromise(entry));
    if (entry.fileName === MODULE) digest = hash(content);
  }
  return digest;
}

async function readByZipJs(bytes: Uint8Array): Promise<string> {
  const options = { strictness: "strict", checkSignature: true } as const;
  const archive = new zipJs.ZipReader(new zipJs.Uint8ArrayReader(bytes), options);
  let digest = "";
  for (const entry of await archive.getEntries()) {
    if (entry.directory) continue;
    const content = await entry.getData(new zipJs.Uint8ArrayWriter());
    if (entry.filename === MODULE) digest = hash(content);
  }
  return digest;
}

async function readByJsZip(bytes: Uint8Array): Promise<string> {
  const archive = await JSZip.loadAsync(bytes, { checkCRC32: true });
  let digest = "";
  for (const entry of Object.values(archive.files)) {
    const content = await entry.async("uint8array");
    if (entry.name === MODULE) digest = hash(content);
  }
  return digest;
}

function readByAdmZip(bytes: Uint8Array): string {
  let digest = "";
  for (const entry of new AdmZip(Buffer.from(bytes.buffer)).getEntries()) {
    const content = entry.getData();
    if (entry.entryName === MODULE) digest = hash(content);
  }
  return digest;
}

function writeByJsZip(contents: Map<string, Uint8Array>): Promise<Uint8Array> {
  const archive = new JSZip();
  for (const [name, content] of contents) {
    archive.file(name, content, { date: new Date(Date.UTC(1980, 0, 1)) });
  }
  return archive.generateAsync({
    type: "uint8array",
    compression: "DEFLATE",
    compressionOptions: { level: 9 },
  });
}

async function writeByZipJs(contents: Map<string, Uint8Array>): Promise<Uint8Array> {
  const archive = new zipJs.ZipWriter(new zipJs.Uint8ArrayWriter(), {
    level: 9,
    useCompressionStream: false,
  });
  for (const [name, content] of contents) await archive.add(name, new zipJs.Uint8ArrayReader(content));
  return await archive.close();
}

function writeByAdmZip(contents: Map<string, Uint8Array>): Uint8Array {
  const archive = new AdmZip();
  for (const [name, content] of contents) archive.addFile(name, Buffer.from(content));
  return archive.toBuffer();
}

async function readContents(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  for (const { name } of listEntries(bytes)) contents.set(name, (await readEntry(bytes, name))!);
  return contents;
}

/** Checks that all readers read the same module. */
async function checkReaders(bundle: Bundle): Promise<void> {
  const expected = hash(bundle.input.module);
  for (const [name, reader] of Object.entries(READERS)) {
    if (await reader.read(bundle) !== expected) {
      throw new Error(`Cannot measure ${name}: it reads another module`);
    }
  }
}

/** The median time of each contender in microseconds. They take turns, so that a slow phase of the machine affects all. */
async function measure<T>(
  contenders: Record<string, T>,
  run: (contender: T, name: string) => unknown,
): Promise<Map<string, number>> {
  const times = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [name, contender] of Object.entries(contenders)) {
      const end = performance.now() + TURN_MILLISECONDS;
      for (let started = performance.now(); started < end; started = performance.now()) {
        await run(contender, name);
        times.get(name)!.push((performance.now() - started) * 1000);
      }
    }
  }
  return new Map(Array.from(times, ([name, samples]) => [name, median(samples)]));
}

function median(samples: number[]): number {
  return samples.toSorted((a, b) => a - b)[samples.length >> 1]!;
}

function printTable(
  title: string,
  base: string,
  times: Map<string, number>,
  describe: (name: string) => string,
): void {
  console.log(`  ${title}`);
  for (const [name, time] of times) {
    const ratio = formatRatio(times, name, base).padStart(9);
    const shownTime = Math.round(time).toString().padStart(10);
    console.log(`    ${name.padEnd(24)}${shownTime} µs ${ratio}   ${describe(name)}`);
  }
}

/** The goal is at most 1.1 × fflate. */
function printDefaultReader(times: Map<string, number>): void {
  const ratios = ["fflate with Web Crypto", "fflate"].map((rival) =>
    `${formatRatio(times, "tckb, default", rival)} ${rival} (${READERS[rival]!.hash})`
  );
  console.log(`    the default reader takes ${ratios.join(", ")}`);
}

function formatRatio(times: Map<string, number>, name: string, base: string): string {
  return `${(times.get(name)! / times.get(base)!).toFixed(2)} ×`;
}
