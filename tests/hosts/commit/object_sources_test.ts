import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BundleCache, SourcePrefetcher } from "../../../hosts/commit/object_sources.ts";
import { findSources, packSource } from "../../../hosts/commit/source_archive.ts";
import { openFolder } from "../../../terminal/files/mod.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tck-sources-"));
  try {
    await run(folder);
    assertNothingOpen(folder);
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

Deno.test("a source is packed while its files have 16 MiB or less, and its archive 128 KB or less", () =>
  withFolder(async (folder) => {
    using project = openFolder(folder);
    const name = "001_a";
    const large = `widgets/${name}/large.bin`;
    await write(folder, large, "");
    await truncate(join(folder, large), 16_777_216);
    await packSource(project, name);
    await write(folder, `widgets/${name}/z.txt`, "1");
    await assert.rejects(packSource(project, name), {
      name: "SourceLimitError",
      message: "it is over 16777216 bytes",
    });

    const random = (length: number) => {
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
      return bytes;
    };
    await write(folder, "widgets/002_b/data.bin", random(129_000));
    const packed = await packSource(project, "002_b");
    assert.ok(packed.length > 129_000 && packed.length <= 131_072);
    await write(folder, "widgets/002_b/data.bin", random(131_072));
    await assert.rejects(packSource(project, "002_b"), { message: "it is over 131072 bytes packed" });
  }));

Deno.test("a source has 4096 files and folders at most, and folders 32 deep", () =>
  withFolder(async (folder) => {
    using project = openFolder(folder);
    for (let count = 0; count < 4_096; count++) {
      await write(folder, `widgets/001_a/${count % 2 ? "b" : "a"}${count}`, "");
    }
    await packSource(project, "001_a");
    await mkdir(join(folder, "widgets/001_a/c"));
    await assert.rejects(packSource(project, "001_a"), {
      message: "it has more than 4096 files and folders",
    });

    await write(folder, `widgets/002_b/${"d/".repeat(32)}file`, "deep");
    await packSource(project, "002_b");
    await write(folder, `widgets/002_b/${"d/".repeat(33)}file`, "too deep");
    await assert.rejects(packSource(project, "002_b"), { message: "it has folders more than 32 deep" });
  }));

Deno.test("sources are the folders of widgets, and none where that is a symbolic link", () =>
  withFolder(async (folder) => {
    await write(folder, "project/widgets/001_a/widget.tck.tsx", "a");
    await write(folder, "project/widgets/003_file", "no folder");
    await symlink(join(folder, "project/widgets/001_a"), join(folder, "project/widgets/002_link"));
    await symlink("004_loop", join(folder, "project/widgets/004_loop"));
    await mkdir(join(folder, "other"));
    await symlink(join(folder, "project/widgets"), join(folder, "other/widgets"));
    await mkdir(join(folder, "looping"));
    await symlink("widgets", join(folder, "looping/widgets"));
    await mkdir(join(folder, "nothing"));
    const names = ["001_a", "002_link", "003_file", "004_loop", "005_missing"];
    for (
      const [name, found] of [["project", ["001_a"]], ["other", []], ["looping", []], [
        "nothing",
        [],
      ]] as const
    ) {
      using project = openFolder(join(folder, name));
      assert.deepEqual([...findSources(project, names)], found, name);
    }
  }));

Deno.test("a source is packed in advance once, from the files of that time, and not after the end", () =>
  withFolder(async (folder) => {
    const names = ["001_a", "002_b", "003_c"];
    for (const name of names) await write(folder, `widgets/${name}/a.txt`, "before");
    using project = openFolder(folder);
    const before = await packSource(project, "001_a");
    {
      await using sources = new SourcePrefetcher(project);
      const taken = sources.take("002_b");
      await sources.prefetch(names);
      for (const name of names) await write(folder, `widgets/${name}/a.txt`, "after, which is longer");
      const after = await packSource(project, "001_a");
      assert.deepEqual(await sources.take("001_a"), before, "it was packed in advance");
      assert.deepEqual(await sources.take("001_a"), after, "what was packed in advance is given once");
      await taken;
      const other = await packSource(project, "002_b");
      assert.deepEqual(await sources.take("002_b"), other, "what was taken before is not packed in advance");
    }
    const ended = new SourcePrefetcher(project);
    await ended[Symbol.asyncDispose]();
    await ended.prefetch(["003_c"]);
    await write(folder, "widgets/003_c/a.txt", "at last");
    assert.deepEqual(await ended.take("003_c"), await packSource(project, "003_c"));
  }));

Deno.test("a source that cannot be packed is a failure of its own, and the next ones are packed", () =>
  withFolder(async (folder) => {
    await write(folder, "widgets/002_b/a.txt", "here");
    using project = openFolder(folder);
    await using sources = new SourcePrefetcher(project);
    await sources.prefetch(["001_missing"]);
    const taken = [sources.take("001_missing"), sources.take("002_b")] as const;
    await assert.rejects(taken[0], /ENOENT/);
    assert.deepEqual(await taken[1], await packSource(project, "002_b"));
  }));

Deno.test("at most 32 sources are packed in advance", () =>
  withFolder(async (folder) => {
    const names = Array.from({ length: 34 }, (_, index) => `${String(index + 1).padStart(3, "0")}_a`);
    for (const name of names) await write(folder, `widgets/${name}/a.txt`, "before");
    using project = openFolder(folder);
    await using sources = new SourcePrefetcher(project);
    await sources.prefetch(names);
    for (const name of names) await write(folder, `widgets/${name}/a.txt`, "after, which is longer");
    const [before, after] = [await sources.take("001_a"), await packSource(project, "001_a")];
    assert.notDeepEqual(before, after);
    assert.deepEqual(await sources.take("033_a"), await packSource(project, "033_a"));
  }));
