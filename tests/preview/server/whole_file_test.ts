import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WholeFiles } from "../../../preview/server/vite/whole_file.ts";
import { Project } from "../session/project.ts";

const WHOLE = "export const a = 1;\nexport const b = 2;\nexport const c = 3;\n";
const EDITED = WHOLE.replace("1", "10");

// The first half is a valid module itself.
for (
  const [what, unfinished] of [["half", EDITED.slice(0, 20)], ["empty", ""], ["invalid", "export const"]]
) {
  Deno.test(`a file that is ${what} while its editor writes is read when it is complete`, async () => {
    await using project = await Project.create({ "a.ts": WHOLE });
    const path = join(project.path, "a.ts");
    const files = new WholeFiles();
    assert.equal(await files.read(path), WHOLE);
    await writeFile(path, unfinished!);
    const reading = files.read(path);
    setTimeout(() => void writeFile(path, EDITED), 20); // timer: the editor's second write
    assert.equal(await reading, EDITED);
  });
}

Deno.test("a file that its editor writes in several steps is read when it is complete", async () => {
  await using project = await Project.create({ "a.ts": WHOLE });
  const path = join(project.path, "a.ts");
  const files = new WholeFiles();
  await files.read(path);
  await writeFile(path, "");
  const reading = files.read(path);
  for (const length of [20, EDITED.length]) {
    await new Promise((resolve) => setTimeout(resolve, 20)); // timer: the editor's next write
    await writeFile(path, EDITED.slice(0, length));
  }
  assert.equal(await reading, EDITED);
});

Deno.test("a file that stays short is read as it is, also the second time, and so is one that is deleted", async () => {
  await using project = await Project.create({ "a.ts": WHOLE });
  const path = join(project.path, "a.ts");
  const files = new WholeFiles();
  await files.read(path);
  await writeFile(path, "export {};\n");
  assert.deepEqual([await files.read(path), await files.read(path)], ["export {};\n", "export {};\n"]);
  await rm(path);
  assert.equal(await files.read(path), null);
});

Deno.test("a file is compared with its own last complete text, not with its first one or that of another file", async () => {
  await using project = await Project.create({ "a.ts": "export {};\n", "b.ts": "export {};\n" });
  const [path, other] = [join(project.path, "a.ts"), join(project.path, "b.ts")];
  const files = new WholeFiles();
  await files.read(path);
  await writeFile(path, WHOLE);
  assert.equal(await files.read(path), WHOLE);
  await files.read(other);
  await writeFile(path, EDITED.slice(0, 20));
  const reading = files.read(path);
  setTimeout(() => void writeFile(path, EDITED), 20); // timer: the editor's second write
  assert.equal(await reading, EDITED);
});

Deno.test("a file that stayed empty is read when it is complete the next time", async () => {
  await using project = await Project.create({ "a.ts": WHOLE });
  const path = join(project.path, "a.ts");
  const files = new WholeFiles();
  await files.read(path);
  await writeFile(path, "");
  assert.equal(await files.read(path), "");
  const reading = files.read(path);
  setTimeout(() => void writeFile(path, EDITED), 20); // timer: the editor's second write
  assert.equal(await reading, EDITED);
});
