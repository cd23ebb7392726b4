import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readdirSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeVerdictFile } from "../../../preview/review/verdict_file.ts";
import { applyVerdictFile } from "../../../preview/server/review/mod.ts";
import type { Project } from "../session/project.ts";
import { runCommandHere } from "../snapshot/command_here.ts";
import { drawPicture } from "./changed_project.ts";
import { AFTER, BEFORE, createReviewed, PICTURE } from "./reviewed_folder.ts";
import { makePipe } from "../../terminal/files/make_pipe.ts";

const ELSEWHERE = { id: "0".repeat(32), picture: "002_gone.2x1.light.default.png", verdict: "accepted" };

const apply = (project: Project, ...args: readonly string[]) =>
  runCommandHere("review", ["--cwd", project.path, "--apply", join(project.path, "verdicts.json"), ...args]);

const accepted = (project: Project) => readFile(join(project.path, "snapshots", PICTURE));

Deno.test("verdicts of a file are carried out, and those about other pictures are named", async () => {
  const { project, store, report } = await createReviewed();
  await using _ = project;
  const entries = (await store.read())!;
  const { id } = entries[0]!;
  const rejected = new Map([[id, { verdict: "rejected", words: "Too \u001b[31mred" } as const]]);
  const file = JSON.parse(writeVerdictFile(entries, rejected));
  file.verdicts.unshift(ELSEWHERE);
  await project.write("verdicts.json", JSON.stringify(file));
  const first = await apply(project);
  assert.deepEqual([first.code, first.stdout], [
    1,
    `${PICTURE}: rejected: "Too \\u001b[31mred"\n1 rejected\n`,
  ], first.stderr);
  assert.match(
    first.stderr,
    /about "002_gone[^"]+": the snapshot does not have the pictures that were reviewed/,
  );
  assert.equal(JSON.parse(await report()).baseline.rejected[0].words, "Too \u001b[31mred");

  await project.write(
    "verdicts.json",
    writeVerdictFile(entries, new Map([[id, { verdict: "accepted" }]])),
  );
  for (let times = 0; times < 2; times++) {
    const { code, stdout } = await apply(project, "--json");
    const result = JSON.parse(stdout);
    assert.deepEqual([code, result.accepted, result.rejected, result.outdated], [0, 1, 0, []]);
    assert.deepEqual(await accepted(project), Buffer.from(AFTER));
  }

  await project.write("verdicts.json", writeVerdictFile(entries, new Map([[id, { verdict: null }]])));
  assert.equal((await apply(project)).code, 3, "it is taken back");
  assert.deepEqual(await accepted(project), Buffer.from(BEFORE));
});

// claim: verdict-file-is-a-strangers
Deno.test("a verdict about a picture that was taken again, or renamed, decides nothing", async () => {
  const { project, store } = await createReviewed();
  await using _ = project;
  const entries = (await store.read())!;
  const text = writeVerdictFile(entries, new Map([[entries[0]!.id, { verdict: "accepted" }]]));
  await project.write("verdicts.json", text.replace(PICTURE, "../../001_box.png"));
  assert.equal((await apply(project)).code, 3);
  await project.write("verdicts.json", text);
  await project.write(`.tck/snapshot/${PICTURE}`, drawPicture(50, 20, [0, 255, 0]));
  const { code, stderr } = await apply(project);
  assert.deepEqual([code, stderr.includes("the snapshot does not have")], [3, true], stderr);
  assert.deepEqual(await accepted(project), Buffer.from(BEFORE));
});

// claim: verdict-file-is-a-strangers
Deno.test("a file that is not one of verdicts writes nothing, and says what is wrong", async () => {
  const { project, store, report } = await createReviewed();
  await using _ = project;
  const { id } = (await store.read())![0]!;
  const entry = { id, picture: PICTURE, verdict: "accepted" };
  const former = await report();
  const write = (verdicts: unknown) => JSON.stringify({ tckVerdicts: 1, verdicts });
  for (
    const [content, message] of [
      ["{", /JSON/],
      ["null", /the content must be an object/],
      [JSON.stringify({ tckVerdicts: 2, verdicts: [] }), /tckVerdicts must be 1/],
      [write({}), /must be a list of at most 5000 verdicts/],
      [write(Array.from({ length: 5_001 }, () => entry)), /must be a list of at most 5000 verdicts/],
      [write([entry, { ...entry, verdict: null }]), /must be each id once/],
      [write([{ ...entry, id: "../x" }]), /must be 32 hexadecimal digits/],
      [write([{ ...entry, verdict: "maybe" }]), /must be accepted or rejected, or null/],
      [write([{ ...entry, verdict: "rejected" }]), /must be a text of 1 to 2000 characters/],
      [write([entry, { ...ELSEWHERE, verdict: "rejected", words: "x".repeat(2_001) }]), /of 1 to 2000/],
      [new Uint8Array([0xff]), /encoded/],
      [new Uint8Array(16 * 1024 * 1024 + 1), /it is larger than 16777216 bytes/],
    ] as const
  ) {
    await project.write("verdicts.json", content);
    const { code, stderr } = await apply(project);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /Cannot apply ".*verdicts\.json": /);
    assert.match(stderr, message);
  }
  await project.remove("verdicts.json");
  assert.match((await apply(project)).stderr, /Cannot apply .*ENOENT|no such file/i);
  makePipe(join(project.path, "verdicts.json"));
  assert.match((await apply(project)).stderr, /it is not a regular file/);
  assert.match((await apply(project, "--out", "x")).stderr, /give --apply or --out, not both/);
  assert.deepEqual(await accepted(project), Buffer.from(BEFORE));
  assert.equal(await report(), former);
  assert.deepEqual((await readdir(project.path)).sort(), [".tck", "snapshots", "verdicts.json"]);
});

Deno.test({
  name: "a file of verdicts is closed, whether it can be used or not",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const { project, store } = await createReviewed();
    await using _ = project;
    const entries = (await store.read())!;
    await project.write("verdicts.json", writeVerdictFile(entries, new Map()));
    await project.write("broken.json", "{");
    const before = readdirSync("/proc/self/fd").length;
    for (let times = 0; times < 8; times++) {
      await applyVerdictFile(store, entries, join(project.path, "verdicts.json"));
      const broken = applyVerdictFile(store, entries, join(project.path, "broken.json"));
      await assert.rejects(broken, { code: "verdicts.unreadable" });
    }
    assert.ok(readdirSync("/proc/self/fd").length < before + 8);
  },
});
