import assert from "node:assert/strict";
import { join } from "node:path";
import type { Project } from "../session/project.ts";
import { runCommandHere } from "../snapshot/command_here.ts";
import { atProgram, startReviewHere } from "./changed_project.ts";

/** Decides everything over the protocol, on the last snapshot. */
export async function decideAll(project: Project): Promise<void> {
  const review = await startReviewHere(project, "--reuse");
  const { entries } = await (await fetch(atProgram("/__tck/review", review.url))).json();
  const decide = (body: object) =>
    fetch(atProgram("/__tck/review/verdict", review.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  for (
    const [body, code] of [
      [{ ids: [], verdict: "accepted" }, "request.malformed"],
      [{ ids: ["a"], verdict: "accepted" }, "review.outdated"],
      [{ ids: [entries[0].id], verdict: "maybe" }, "request.malformed"],
      [{ ids: [entries[0].id], verdict: "rejected", words: " " }, "request.malformed"],
      [{ ids: [entries[0].id], verdict: "rejected", words: "x".repeat(2_001) }, "request.malformed"],
    ] as const
  ) {
    assert.equal((await (await decide(body)).json()).code, code, JSON.stringify(body).slice(0, 100));
  }
  const ids = entries.map(({ id }: { id: string }) => id);
  const answers = await Promise.all([
    decide({ ids: [ids[0]], verdict: "rejected", words: "first" }),
    decide({ ids: [ids[0]], verdict: "rejected", words: "second" }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status), [200, 200], "two at the same time");
  for (const answer of answers) await answer.body?.cancel();
  const last = await decide({ ids, verdict: "accepted" });
  const { entries: decided, isAwaited } = await last.json();
  assert.deepEqual([decided.length, isAwaited], [2, false]);
  assert.equal((await review.ended).code, 0);
  await project.remove("snapshots");
  const first = await runCommandHere("review", [
    "--cwd",
    project.path,
    "--out",
    join(project.path, "out"),
  ]);
  assert.deepEqual(
    [first.code, first.stdout],
    [3, "4 without a verdict\n"],
    `without accepted pictures all are new ${first.stderr}`,
  );
  for (
    const [args, code, message] of [
      [["--port", "x"], 2, /^error: review: invalid port "x"/],
      [["--widget", "unknown"], 2, /Cannot find widget "unknown"/],
      [
        ["--reuse", "--snapshot", join(project.path, "none")],
        1,
        /there is no snapshot; take one, or leave out --reuse/,
      ],
    ] as const
  ) {
    const result = await runCommandHere("review", ["--cwd", project.path, ...args]);
    assert.equal(result.code, code, result.stderr);
    assert.match(result.stderr, message);
  }
}
