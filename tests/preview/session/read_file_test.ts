import assert from "node:assert/strict";
import { join } from "node:path";
import { readChangedFile } from "../../../preview/server/model/bundles/read_file.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";
import { Project } from "./project.ts";

Deno.test("a file that was read is closed, and is read again only when it has changed", async () => {
  await using project = await Project.create({ "a.tckb": new Uint8Array([1, 2]) });
  const path = join(project.path, "a.tckb");
  const reading = await readChangedFile(path, null);
  assert.ok(reading !== null && reading !== "unchanged");
  assert.deepEqual(reading.bytes, new Uint8Array([1, 2]));
  assert.equal(await readChangedFile(path, reading.signature), "unchanged");
  await Deno.writeFile(path, new Uint8Array([3]));
  const next = await readChangedFile(path, reading.signature);
  assert.deepEqual((next as typeof reading).bytes, new Uint8Array([3]));
  assertNothingOpen(project.path);
});
