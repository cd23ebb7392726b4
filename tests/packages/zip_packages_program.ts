/**
 * Writes archives with npm's ZIP packages. Reads the contents as a JSON object of texts by name, and prints a JSON object of
 * archives in base64. The imports, which no tool resolves ahead of time, install the packages.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import process from "node:process";
import { buffer, text } from "node:stream/consumers";

type Contents = [name: string, content: Uint8Array][];

const contents: Contents = Object.entries(JSON.parse(await text(process.stdin)) as Record<string, string>)
  .map(([name, content]) => [name, new TextEncoder().encode(content)]);

const ARCHIVES: Record<string, () => Promise<Uint8Array>> = {
  "fflate 0.8.3": async () => {
    const { zipSync } = await load("npm:fflate@0.8.3");
    return zipSync(Object.fromEntries(contents));
  },
  "fflate 0.8.3, streamed": async () => {
    const { Zip, ZipDeflate } = await load("npm:fflate@0.8.3");
    const chunks: Uint8Array[] = [];
    const archive = new Zip((_: unknown, chunk: Uint8Array) => void chunks.push(chunk));
    for (const [name, content] of contents) {
      const entry = new ZipDeflate(name);
      archive.add(entry);
      entry.push(content, true);
    }
    archive.end();
    return Buffer.concat(chunks);
  },
  "jszip 3.10.1": () => jszip(false),
  "jszip 3.10.1, streamed": () => jszip(true),
  "zip.js 2.24.0": async () => {
    const { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await load(
      "npm:@zip.js/zip.js@2.24.0",
    );
    configure({ useWebWorkers: false });
    const archive = new ZipWriter(new Uint8ArrayWriter());
    for (const [name, content] of contents) await archive.add(name, new Uint8ArrayReader(content));
    return await archive.close();
  },
  "adm-zip 0.5.16": async () => {
    const { default: AdmZip } = await load("npm:adm-zip@0.5.16");
    const archive = new AdmZip();
    for (const [name, content] of contents) archive.addFile(name, Buffer.from(content));
    return archive.toBuffer();
  },
  "yazl 3.3.1": async () => {
    const { default: yazl } = await load("npm:yazl@3.3.1");
    const archive = new yazl.ZipFile();
    for (const [name, content] of contents) archive.addBuffer(Buffer.from(content), name);
    archive.end();
    return await buffer(archive.outputStream);
  },
};

async function jszip(streamFiles: boolean): Promise<Uint8Array> {
  const { default: JSZip } = await load("npm:jszip@3.10.1");
  const archive = new JSZip();
  for (const [name, content] of contents) archive.file(name, content);
  return await archive.generateAsync({ type: "uint8array", compression: "DEFLATE", streamFiles });
}

// deno-lint-ignore no-explicit-any -- these packages are not installed when this file is checked
async function load(specifier: string): Promise<any> {
  return await import(specifier);
}

const archives: Record<string, string> = {};
for (const [producer, build] of Object.entries(ARCHIVES)) {
  archives[producer] = Buffer.from(await build()).toString("base64");
}
process.stdout.write(JSON.stringify(archives));
