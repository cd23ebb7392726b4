import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileObjectStore } from "../../hosts/objects/mod.ts";
import { createMemoryObjectStore } from "./memory_object_store.ts";
import { testObjectStore } from "./object_store.ts";

testObjectStore("memory", () => {
  let now = 1;
  const store = createMemoryObjectStore(() => now++);
  return Promise.resolve({ store, close: () => Promise.resolve() });
});

testObjectStore("files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tck-objects-"));
  const store = await createFileObjectStore(folder);
  return { store, close: () => rm(folder, { recursive: true }) };
});
