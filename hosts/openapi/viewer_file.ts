import { readFile } from "node:fs/promises";

/** Reads the viewer's script, compressed by Brotli. Packages have it in a JSON document, which workerd can import. */
export async function readViewerFile(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL("./redoc/redoc.standalone.js.br", import.meta.url)));
}
