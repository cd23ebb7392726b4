import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { buffer } from "node:stream/consumers";
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "npm:@zip.js/zip.js@2.24.0";
import yauzl from "npm:yauzl@3.4.0";
import { nameTests } from "../servers/programs.ts";
import {
  type ArchiveContents,
  CORPORA,
  hasCorpora,
  readCorpora,
  readVerdict,
  RECORD,
  type Verdicts,
} from "./zip_corpora.ts";

configure({ useWebWorkers: false });

const present = hasCorpora();
const nameTest = nameTests(present ? null : `third-party archives at ${CORPORA.pathname}`);

// claim: archive-one-reading
Deno.test({
  ...nameTest(
    "third-party archives are accepted or rejected as recorded, and read as other strict readers do",
  ),
  async fn() {
    const verdicts: Verdicts = {};
    for await (const { corpus, file, bytes } of readCorpora()) {
      const verdict = await readVerdict(bytes);
      (verdicts[corpus] ??= {})[file] = typeof verdict === "string" ? verdict : "accepted";
      if (typeof verdict === "string") continue;
      assert.deepEqual(await readByYauzl(bytes), verdict, `yauzl reads ${corpus}/${file} differently`);
      assert.deepEqual(await readByZipJs(bytes), verdict, `zip.js reads ${corpus}/${file} differently`);
    }
    printTable(verdicts);
    assert.deepEqual(verdicts, JSON.parse(await readFile(RECORD, "utf8")));
  },
});

async function readByYauzl(bytes: Uint8Array): Promise<ArchiveContents> {
  const archive = await yauzl.fromBufferPromise(Buffer.from(bytes), { strictFileNames: true });
  const contents: ArchiveContents = new Map();
  for await (const entry of archive.eachEntry()) {
    assert(!contents.has(entry.fileName), "a name occurs twice");
    const content = await buffer(await archive.openReadStreamPromise(entry));
    contents.set(entry.fileName, new Uint8Array(content));
  }
  return contents;
}

async function readByZipJs(bytes: Uint8Array): Promise<ArchiveContents> {
  const archive = new ZipReader(new Uint8ArrayReader(bytes), { strictness: "strict", checkSignature: true });
  const contents: ArchiveContents = new Map();
  for (const entry of await archive.getEntries()) {
    assert(!entry.directory, "an entry is a directory");
    contents.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  }
  await archive.close();
  return contents;
}

function printTable(verdicts: Verdicts): void {
  const rows = Object.entries(verdicts).map(([corpus, files]) => {
    const archives = Object.values(files);
    const accepted = archives.filter((verdict) => verdict === "accepted").length;
    return [corpus, `${archives.length}`, `${accepted}`, `${archives.length - accepted}`];
  });
  for (const row of [["corpus", "archives", "accepted", "rejected"], ...rows]) {
    process.stdout.write(`${row.map((cell) => cell.padEnd(12)).join("")}\n`);
  }
}
