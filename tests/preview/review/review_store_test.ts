import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Decision } from "../../../preview/review/review.ts";
import { ReviewSession, ReviewStore } from "../../../preview/server/review/mod.ts";
import { Baseline } from "../../../preview/server/snapshot/baseline/baseline.ts";
import { cutDifference } from "../../../preview/server/snapshot/baseline/compare_pictures.ts";
import { Project } from "../session/project.ts";
import { sizeOfPng } from "../snapshot/picture.ts";
import { drawPicture } from "./changed_project.ts";
import { AFTER, BEFORE, createReviewed, PICTURE } from "./reviewed_folder.ts";

Deno.test("a picture is shown before, after, and as the part that marks the difference", async () => {
  const { project, store } = await createReviewed();
  await using _ = project;
  const [entry] = (await store.read())!;
  assert.deepEqual(entry!.pictures.difference, { width: 40, height: 20 });
  assert.deepEqual(Buffer.from(await store.readPicture(entry!.id, "before")), Buffer.from(BEFORE));
  assert.deepEqual(Buffer.from(await store.readPicture(entry!.id, "after")), Buffer.from(AFTER));
  assert.deepEqual(sizeOfPng(await store.readPicture(entry!.id, "difference")), [40, 20]);
  await assert.rejects(store.readPicture("0".repeat(32), "before"), /it has no picture before/);
  assert.throws(() => cutDifference(BEFORE, [[40, 30], [50, 20]]), { name: "UnreadablePicture" });
});

Deno.test("a verdict leaves the rest of the report, and files with other names, as they are", async () => {
  const { project, store, report } = await createReviewed();
  await using _ = project;
  const former = JSON.parse(await report());
  const [entry] = (await store.read())!;
  const decide = (decision: Decision) => store.decide(new Map([[entry!.id, decision]]));
  await decide({ verdict: "rejected", words: "no" });
  const rejected = [{ picture: PICTURE, words: "no", before: sha256(BEFORE), after: sha256(AFTER) }];
  assert.deepEqual(JSON.parse(await report()), { ...former, baseline: { ...former.baseline, rejected } });
  await decide({ verdict: "accepted" });
  assert.deepEqual(JSON.parse(await report()).baseline.rejected, []);
  await decide({ verdict: "rejected", words: "after all" });
  assert.deepEqual(
    await readFile(join(project.path, "snapshots", PICTURE)),
    Buffer.from(BEFORE),
    "it is taken back",
  );
  assert.deepEqual(await readdir(join(project.path, ".tck")), ["snapshot"]);
});

Deno.test("nothing is decided about a baseline or a snapshot that has changed meanwhile", async () => {
  const { project, store, report } = await createReviewed();
  await using _ = project;
  const [entry] = (await store.read())!;
  const former = await report();
  const other = drawPicture(9, 9, [1, 2, 3]);
  await writeFile(join(project.path, "snapshots", PICTURE), other);
  for (const decision of [{ verdict: "accepted" }, { verdict: "rejected", words: "no" }] as const) {
    await assert.rejects(
      store.decide(new Map([[entry!.id, decision]])),
      /is not the one that the snapshot was compared/,
    );
  }
  assert.deepEqual(await readFile(join(project.path, "snapshots", PICTURE)), Buffer.from(other));
  await writeFile(join(project.path, "snapshots", PICTURE), BEFORE);
  await writeFile(join(project.path, ".tck/snapshot", PICTURE), other);
  await assert.rejects(store.decide(new Map([[entry!.id, { verdict: "accepted" }]])), /has been taken again/);
  assert.deepEqual(await report(), former);
});

// claim: review-report-elsewhere
Deno.test("a report from elsewhere names no other file, and says what is wrong with it", async () => {
  for (
    const picture of [
      "../../secret.png",
      "/etc/passwd",
      "001_box.2x1.light.default/../../x.png",
      "report.json",
    ]
  ) {
    const { project, store } = await createReviewed({ picture });
    await using _ = project;
    await assert.rejects(store.read(), /baseline\.findings\.0\.picture: Expected the file name of a picture/);
  }
  const words = { rejected: [{ picture: PICTURE, words: "x".repeat(2_001), before: null, after: null }] };
  for (
    const [baseline, message] of [[words, /rejected\.0\.words/], [
      { findings: null },
      /baseline\.findings/,
    ]] as const
  ) {
    const { project, store } = await createReviewed({}, baseline);
    await using _ = project;
    await assert.rejects(store.read(), message);
  }
  const { project, store } = await createReviewed();
  await using _ = project;
  await project.write(".tck/snapshot/report.json", "[".repeat(1_000_000));
  await assert.rejects(store.read(), /Cannot read report\.json in ".*": it is not the report of a snapshot/);
  await project.remove(".tck/snapshot");
  assert.equal(await store.read(), null);
});

// claim: review-report-elsewhere
Deno.test("a link in the snapshot is not followed, and a missing picture without its rule is not deleted", async () => {
  const { project, store } = await createReviewed();
  await using _ = project;
  await project.write("secret", "a secret");
  await project.remove(`.tck/snapshot/${PICTURE}`);
  await symlink(join(project.path, "secret"), join(project.path, ".tck/snapshot", PICTURE));
  await assert.rejects(store.read());
  await project.write(`.tck/snapshot/${PICTURE}`, "no picture");
  const [text] = (await store.read())!;
  await assert.rejects(store.decide(new Map([[text!.id, { verdict: "accepted" }]])), /it is not a PNG file/);
  await project.remove(`.tck/snapshot/${PICTURE}`);
  const [entry] = (await store.read())!;
  await assert.rejects(store.decide(new Map([[entry!.id, { verdict: "accepted" }]])), /taken again/);
  assert.deepEqual(await readFile(join(project.path, "snapshots", PICTURE)), Buffer.from(BEFORE));
});

Deno.test("a file that is no picture can be replaced, and what the snapshot does not have is not taken back", async () => {
  const { project, store } = await createReviewed();
  await using _ = project;
  await project.remove(".tck/snapshot/001_box.2x1.light.default.before.png");
  await project.write(`snapshots/${PICTURE}`, "version https://git-lfs.github.com/spec/v1\n");
  const [entry] = (await store.read())!;
  assert.deepEqual(entry!.pictures.before, null);
  await store.decide(new Map([[entry!.id, { verdict: "accepted" }]]));
  const accepted = () => readFile(join(project.path, "snapshots", PICTURE));
  assert.deepEqual(await accepted(), Buffer.from(AFTER));
  await assert.rejects(store.decide(new Map([[entry!.id, { verdict: null }]])), /no picture of it before/);
  assert.deepEqual(await accepted(), Buffer.from(AFTER));
});

Deno.test("the protocol says which report cannot be read, and the preview is not at fault", async () => {
  const { project, store } = await createReviewed();
  await using _ = project;
  await project.write(".tck/snapshot/report.json", '{"format": 1}');
  const session = new ReviewSession(store, { isAwaited: false });
  await assert.rejects(session.read(), { code: "review.unreadable" });
});

Deno.test("a picture of the baseline is replaced whole, and a failed write leaves the former one and no other file", async () => {
  await using project = await Project.create({ [`own/${PICTURE}`]: BEFORE });
  const folder = join(project.path, "own");
  const baseline = new Baseline(folder);
  // A reader that has the file open keeps the former bytes: it is not written in place.
  using former = await Deno.open(join(folder, PICTURE));
  await baseline.put(PICTURE, AFTER);
  assert.deepEqual(await readFile(join(folder, PICTURE)), Buffer.from(AFTER));
  const kept = new Uint8Array(BEFORE.length);
  await former.read(kept);
  assert.deepEqual(kept, new Uint8Array(BEFORE));
  await baseline.put(PICTURE, null);
  await baseline.put(PICTURE, null);
  assert.deepEqual(await readdir(folder), []);
  await project.write(`own/${PICTURE}/inside`, "a folder in its place");
  await assert.rejects(baseline.put(PICTURE, AFTER));
  assert.deepEqual(await readdir(folder), [PICTURE], "no temporary file stays");
});

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

Deno.test("verdicts that are given at the same time are all kept", async () => {
  const others = ["002_other.2x1.light.default.png", "003_last.2x1.light.default.png"];
  const findings = [PICTURE, ...others].map((picture) => ({
    rule: picture === PICTURE ? "picture.changed" : "picture.new",
    message: "",
    picture,
    difference: null,
  }));
  const { project, store, report } = await createReviewed({}, { findings });
  await using _ = project;
  for (const picture of others) await project.write(`.tck/snapshot/${picture}`, AFTER);
  const entries = (await store.read())!;
  assert.equal(entries.length, 3);
  const reject = (id: string, words: string) => store.decide(new Map([[id, { verdict: "rejected", words }]]));
  const [, second, third] = entries;
  const unknown = assert.rejects(reject("0".repeat(32), "no"), { code: "review.outdated" });
  await Promise.all([
    reject(entries[0]!.id, "first"),
    unknown,
    reject(second!.id, "second"),
    reject(third!.id, "third"),
  ]);
  const words = JSON.parse(await report()).baseline.rejected.map((one: { words: string }) => one.words);
  assert.deepEqual(words, ["first", "second", "third"]);
});

Deno.test("a picture of a snapshot that was taken since the last reading is found", async () => {
  const { project, store } = await createReviewed();
  await using _ = project;
  const [entry] = (await store.read())!;
  const other = new ReviewStore({
    snapshot: join(project.path, ".tck/snapshot"),
    baseline: join(project.path, "snapshots"),
  });
  await project.write(`.tck/snapshot/${PICTURE}`, drawPicture(9, 9, [1, 2, 3]));
  const [next] = (await other.read())!;
  assert.notEqual(next!.id, entry!.id);
  assert.deepEqual(sizeOfPng(await store.readPicture(next!.id, "after")), [9, 9]);
});

Deno.test("a review ends with the answers after its end, and not with those before", async () => {
  const { project, store } = await createReviewed();
  await using _ = project;
  const [entry] = (await store.read())!;
  const review = new ReviewSession(store, { isAwaited: true });
  let hasEnded = false;
  const ended = review.ended.then(() => hasEnded = true);
  const answer = async (decision: Decision) => {
    const { isAwaited } = await review.decide(new Set([entry!.id]), decision);
    review.onIdle();
    await Promise.resolve();
    return [isAwaited, hasEnded];
  };
  assert.equal((await review.read()).isAwaited, true);
  review.onIdle();
  await Promise.resolve();
  assert.equal(hasEnded, false);
  assert.deepEqual(await answer({ verdict: null }), [true, false]);
  assert.equal((await answer({ verdict: "accepted" }))[0], false);
  await ended;
});
