import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { symlink } from "node:fs/promises";
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BundleCache, SourcePrefetcher } from "../../../hosts/commit/object_sources.ts";
import { listSources, packSource } from "../../../hosts/commit/source_archive.ts";
import { readBounded } from "../../../hosts/commit/workspace.ts";

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tck-sources-"));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function write(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

Deno.test("scanned bundles are kept up to 8 MiB together, and each is taken once", () => {
  const cache = new BundleCache();
  const half = new Uint8Array(4 * 1024 * 1024);
  cache.add("a", half);
  cache.add("b", half);
  cache.add("c", new Uint8Array(1));
  // A failing comparison of the bytes would print them.
  const has = (name: string) => cache.take(name) === half;
  assert.deepEqual([has("b"), has("b"), has("c")], [true, false, false]);
  cache.add("d", half);
  assert.ok(has("d"), "what is taken makes room");
});

Deno.test("a file is read up to one byte over the limit, and only a regular file", () =>
  withFolder(async (folder) => {
    const path = join(folder, "file");
    await writeFile(path, "x".repeat(300_000));
    assert.deepEqual([(await readBounded(path, 300_000)).length, (await readBounded(path, 299_998)).length], [
      300_000,
      299_999,
    ]);
    await writeFile(path, "small");
    assert.equal(new TextDecoder().decode(await readBounded(path, 10)), "small");
    assert.equal(new TextDecoder().decode(await readBounded(path, 2)), "sma");
    await assert.rejects(() => readBounded(folder, 10), /is not a file/);
    await symlink(path, join(folder, "link"));
    await assert.rejects(() => readBounded(join(folder, "link"), 10), { code: "ELOOP" });
  }));

Deno.test("a source is packed while its files have 16 MiB or less, and its archive 128 KB or less", () =>
  withFolder(async (folder) => {
    const name = "001_a";
    const large = `widgets/${name}/large.bin`;
    await write(folder, large, "");
    await truncate(join(folder, large), 16_777_216);
    assert.notEqual(await packSource(folder, name), null);
    await write(folder, `widgets/${name}/z.txt`, "1");
    assert.equal(await packSource(folder, name), null);

    const random = (length: number) => {
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
      return bytes;
    };
    await write(folder, "widgets/002_b/data.bin", random(129_000));
    const packed = (await packSource(folder, "002_b"))!;
    assert.ok(packed.length > 129_000 && packed.length <= 131_072);
    await write(folder, "widgets/002_b/data.bin", random(131_072));
    assert.equal(await packSource(folder, "002_b"), null);
  }));

Deno.test("a source gives the same bytes in whatever order its files were written", () =>
  withFolder(async (folder) => {
    const files = ["widget.tck.tsx", "a.txt", "part/z.ts", "part/b.ts", "M.txt"];
    for (const file of files) await write(folder, `one/widgets/001_a/${file}`, file);
    for (const file of files.toReversed()) await write(folder, `other/widgets/001_a/${file}`, file);
    const [one, other] = [
      await packSource(join(folder, "one"), "001_a"),
      await packSource(join(folder, "other"), "001_a"),
    ];
    assert.ok(Buffer.compare(one!, other!) === 0);
  }));

Deno.test("sources are the folders of widgets, and none where that is a symbolic link", () =>
  withFolder(async (folder) => {
    await write(folder, "project/widgets/001_a/widget.tck.tsx", "a");
    await write(folder, "project/widgets/readme.md", "no folder");
    await symlink(join(folder, "project/widgets/001_a"), join(folder, "project/widgets/002_link"));
    assert.deepEqual(await listSources(join(folder, "project")), new Set(["001_a"]));
    await mkdir(join(folder, "other"));
    await symlink(join(folder, "project/widgets"), join(folder, "other/widgets"));
    assert.deepEqual(await listSources(join(folder, "other")), new Set());
    assert.deepEqual(await listSources(join(folder, "nothing")), new Set());
  }));

Deno.test("a source is packed in advance once, from the files of that time, and not after the end", () =>
  withFolder(async (folder) => {
    const names = ["001_a", "002_b", "003_c"];
    for (const name of names) await write(folder, `widgets/${name}/a.txt`, "before");
    const before = await packSource(folder, "001_a");
    {
      using sources = new SourcePrefetcher(folder);
      const taken = sources.take("002_b");
      await sources.prefetch(names.slice(0, 2));
      for (const name of names) await write(folder, `widgets/${name}/a.txt`, "after, which is longer");
      const after = await packSource(folder, "001_a");
      assert.deepEqual(await sources.take("001_a"), before, "it was packed in advance");
      assert.deepEqual(await sources.take("001_a"), after, "what was packed in advance is given once");
      await taken;
    }
    const ended = new SourcePrefetcher(folder);
    ended[Symbol.dispose]();
    await ended.prefetch(["003_c"]);
    await write(folder, "widgets/003_c/a.txt", "at last");
    assert.deepEqual(await ended.take("003_c"), await packSource(folder, "003_c"));
  }));
