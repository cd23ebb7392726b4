import assert from "node:assert/strict";
import { createModuleDeltas, readAvailableDictionary } from "../../../hosts/routes/module_deltas.ts";

const MEBIBYTE = 1024 * 1024;

async function availableOf(hash: string, dictionary: Uint8Array<ArrayBuffer>) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", dictionary));
  return { hash, digest: digest.toBase64() };
}

Deno.test("a pair of modules is encoded once, while the right to read the former one is checked each time", async () => {
  let [compressions, reads] = [0, 0];
  const deltas = createModuleDeltas(() => (compressions++, new Uint8Array(2)));
  const [module, dictionary] = [new Uint8Array(100), Uint8Array.of(1)];
  const available = await availableOf("old", dictionary);
  const read = () => (reads++, Promise.resolve<Uint8Array<ArrayBuffer> | null>(dictionary));
  const bodies = await Promise.all([1, 2, 3].map(() => deltas.encode("new", module, available, read)));
  bodies.push(await deltas.encode("new", module, available, read));
  assert.deepEqual(bodies.map((body) => body?.length), [42, 42, 42, 42]);
  assert.deepEqual([compressions, reads], [1, 4]);
  assert.equal(await deltas.encode("new", module, available, () => Promise.resolve(null)), null);
  assert.equal(await deltas.encode("new", module, { ...available, digest: "other" }, read), null);
  await deltas.encode("newer", module, available, read);
  await deltas.encode("new", module, { ...available, hash: "older" }, read);
  assert.equal(compressions, 3);
});

Deno.test("modules of at most 1 MiB are encoded with such dictionaries, and only a smaller body is sent", async () => {
  let size = 2;
  const deltas = createModuleDeltas(() => new Uint8Array(size));
  let pairs = 0;
  const encode = async (module: number, dictionary: number) => {
    const bytes = new Uint8Array(dictionary);
    const available = await availableOf(`${++pairs}`, bytes);
    const body = await deltas.encode("new", new Uint8Array(module), available, () => Promise.resolve(bytes));
    return body?.length ?? null;
  };
  assert.equal(await encode(MEBIBYTE, MEBIBYTE), 42);
  assert.equal(await encode(MEBIBYTE + 1, 1), null);
  assert.equal(await encode(1_000, MEBIBYTE + 1), null);
  size = 60;
  assert.deepEqual([await encode(101, 1), await encode(100, 1)], [100, null]);
});

Deno.test("a dictionary is taken from a request only with its digest, its bundle and the coding", () => {
  const [hash, digest] = ["A".repeat(64), `${"b".repeat(43)}=`];
  const valid = {
    "Available-Dictionary": `:${digest}:`,
    "Dictionary-ID": `"${hash}"`,
    "Accept-Encoding": "dcz",
  };
  assert.deepEqual(readAvailableDictionary(new Headers(valid)), { hash, digest });
  const changes = [
    { "Available-Dictionary": digest },
    { "Available-Dictionary": `:${digest}b:` },
    { "Dictionary-ID": hash },
    { "Dictionary-ID": `"${hash}A"` },
    { "Dictionary-ID": `"${hash}", "b"` },
    { "Accept-Encoding": "br" },
    { "Accept-Encoding": "dcz;q=0" },
  ];
  for (const change of changes) {
    assert.equal(readAvailableDictionary(new Headers({ ...valid, ...change })), null, JSON.stringify(change));
  }
});
