import assert from "node:assert/strict";
import { createGoFileSystem } from "../../docs/site/playground/compiler/go_file_system.ts";
import { MemoryFiles } from "../../docs/site/playground/compiler/memory_files.ts";

const toBytes = (files: { readonly [path: string]: string }) =>
  new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));

type Done = (error: { code: string } | null, value?: unknown) => void;

/** What Go's runtime calls, whose last argument is a callback that is called at once. */
function createCalls(files: MemoryFiles) {
  const fs = createGoFileSystem(files) as { [name: string]: (...args: unknown[]) => void };
  return {
    fs,
    call(name: string, ...args: unknown[]): unknown {
      let outcome: unknown;
      const done: Done = (error, value) => outcome = error?.code ?? value;
      fs[name]!(...args, done);
      return outcome;
    },
  };
}

Deno.test("the files of a project are those that were set last, and no folder of the ones before is left", () => {
  const files = new MemoryFiles();
  const { call } = createCalls(files);
  files.set(toBytes({ "/p/widgets/a/widget.tck.tsx": "a", "/p/widgets/a/parts/b.ts": "b", "/p/c.ts": "c" }));
  assert.deepEqual(call("readdir", "/p/widgets/a"), ["parts", "widget.tck.tsx"]);
  assert.deepEqual([files.kindOf("/p/widgets/../c.ts"), files.kindOf("/p/")], ["file", null]);
  files.set(toBytes({ "/p/widgets/a/widget.tck.tsx": "second" }));
  assert.deepEqual(call("readdir", "/p/widgets/a"), ["widget.tck.tsx"]);
  assert.deepEqual(call("readdir", "/p"), ["widgets"]);
  assert.deepEqual([files.kindOf("/p/c.ts"), files.kindOf("/p/widgets/a/parts")], [null, null]);
  assert.equal(files.readText("/p/widgets/a/widget.tck.tsx"), "second");
  assert.throws(() => files.readText("/p/c.ts"), { message: 'Cannot read "/p/c.ts": there is no such file' });
});

Deno.test("open files are read on from where each was read last, until they are closed, and other descriptors are streams", () => {
  const files = new MemoryFiles();
  const { fs, call } = createCalls(files);
  const streams: unknown[] = [];
  fs["read"] = (descriptor: unknown) => void streams.push(descriptor);
  files.set(toBytes({ "/p/a.ts": "abcdef", "/p/b.ts": "uvwxyz" }));
  const [one, other] = [call("open", "/p/a.ts", 0, 0), call("open", "/p/b.ts", 0, 0)];
  const read = (descriptor: unknown, length: number, position: number | null = null) => {
    const buffer = new Uint8Array(8);
    const count = call("read", descriptor, buffer, 1, length, position);
    return typeof count === "number" ? new TextDecoder().decode(buffer.subarray(1, 1 + count)) : count;
  };
  assert.deepEqual([read(one, 2), read(other, 4), read(one, 2)], ["ab", "uvwx", "cd"]);
  assert.deepEqual([read(one, 3, 1), read(one, 9), read(one, 9)], ["bcd", "ef", ""], "a position is no step");
  assert.equal((call("fstat", other) as { size: number }).size, 6);
  call("close", one);
  assert.deepEqual([call("fstat", one), read(other, 9)], ["EBADF", "yz"]);
  read(one, 1);
  read(0, 1);
  assert.deepEqual(streams, [one, 0]);
  assert.notEqual(call("open", "/p/a.ts", 0, 0), other, "a descriptor is given once");
  assert.deepEqual([call("open", "/p/c.ts", 0, 0), call("stat", "/p/c.ts")], ["ENOENT", "ENOENT"]);
  const folder = call("open", "/p", 0, 0);
  assert.deepEqual([read(folder, 1), call("readdir", "/p/a.ts")], ["EISDIR", "ENOTDIR"]);
});
