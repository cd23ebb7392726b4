import assert from "node:assert/strict";
import {
  countVerdicts,
  findUndecided,
  formatCounts,
  groupByWidget,
  nameVariant,
  type ReviewEntry,
} from "../../../preview/review/review.ts";
import { type ChangedFiles, listEntries } from "../../../preview/server/review/list_entries.ts";
import type { KeptReport } from "../../../preview/server/snapshot/report/read_report.ts";
import {
  carryRejections,
  decideRejections,
  findRejection,
  type Rejection,
} from "../../../preview/server/snapshot/baseline/rejections.ts";

const [A, B, C] = ["a", "b", "c"].map((letter) => letter.repeat(64)) as [string, string, string];
const CHANGED = "001_box.2x1.light.cold.en.png";
const NEW = "001_box.2x1.dark.default.en.png";
const MISSING = "000_gone.fill-auto-320.dark.default.png";

/** The report of a snapshot with a changed, a new and a missing picture. */
function makeReport(rejected: Rejection[] = []): KeptReport {
  const rendering = {
    widget: "001_box",
    kind: "live" as const,
    size: "2x1" as const,
    width: null,
    theme: "light" as const,
    locale: "en",
  };
  const finding = { rule: "text.cut", severity: "error" as const, message: "cut" };
  const place = { selector: "p.a", component: "Text", source: null };
  return {
    format: 2,
    scale: 2,
    renderings: [
      { ...rendering, state: "cold", picture: CHANGED, findings: [{ ...finding, element: place }] },
      { ...rendering, theme: "dark", state: null, picture: NEW, findings: [] },
    ],
    baseline: {
      findings: [
        { rule: "picture.changed", message: "1 %", picture: CHANGED, difference: "x.diff.png" },
        { rule: "picture.new", message: "new", picture: NEW, difference: null },
        { rule: "picture.missing", message: "missing", picture: MISSING, difference: null },
      ],
      rejected,
    },
  };
}

const facts = (hash: string) => ({ hash, size: [400, 200] as const });

/** The files of that report; the baseline is as it was, besides the given changes. */
function makeFiles(changes: { [picture: string]: Partial<ChangedFiles> } = {}): Map<string, ChangedFiles> {
  return new Map<string, ChangedFiles>([
    [CHANGED, { before: facts(A), after: facts(B), current: A, ...changes[CHANGED] }],
    [NEW, { before: null, after: facts(C), current: null, ...changes[NEW] }],
    [MISSING, { before: facts(C), after: null, current: C, ...changes[MISSING] }],
  ]);
}

function list(report = makeReport(), files = makeFiles()): ReviewEntry[] {
  return listEntries(report, files).map(({ entry }) => entry);
}

Deno.test("what differs is listed by widget and name, with what the report or the name says of it", () => {
  const entries = list();
  assert.deepEqual(entries.map(({ picture, kind, widget }) => [picture, kind, widget]), [
    [MISSING, "missing", "000_gone"],
    [NEW, "new", "001_box"],
    [CHANGED, "changed", "001_box"],
  ]);
  assert.deepEqual(entries.map(nameVariant), [
    "fill-auto-320 dark default",
    "2x1 dark default en",
    "2x1 light cold en",
  ]);
  assert.deepEqual(entries[2]!.findings, [{
    rule: "text.cut",
    severity: "error",
    message: "cut",
    place: "Text",
  }]);
  const size = { width: 200, height: 100 };
  assert.deepEqual(entries.map(({ pictures }) => pictures), [
    { before: size, after: null, difference: null },
    { before: null, after: size, difference: null },
    { before: size, after: size, difference: size },
  ]);
  assert.deepEqual(groupByWidget(entries).map(({ widget, entries }) => [widget, entries.length]), [
    ["000_gone", 1],
    ["001_box", 2],
  ]);
  assert.deepEqual(list({ ...makeReport(), baseline: null }), []);
});

Deno.test("a picture is accepted when the baseline has it, and rejected for exactly its bytes", () => {
  const verdicts = (entries: ReviewEntry[]) => entries.map(({ verdict, words }) => [verdict, words]);
  const rejected = { picture: CHANGED, words: "too red", before: A, after: B };
  assert.deepEqual(verdicts(list(makeReport([rejected]))), [[null, null], [null, null], [
    "rejected",
    "too red",
  ]]);
  for (const other of [{ before: C }, { after: C }, { picture: NEW }]) {
    assert.deepEqual(verdicts(list(makeReport([{ ...rejected, ...other }])))[2], [null, null]);
  }
  const all = makeFiles({ [CHANGED]: { current: B }, [NEW]: { current: C }, [MISSING]: { current: null } });
  const accepted = list(makeReport([rejected]), all);
  assert.deepEqual(verdicts(accepted), [["accepted", null], ["accepted", null], ["accepted", null]]);
  assert.deepEqual(
    accepted.map(({ id }) => id),
    list().map(({ id }) => id),
    "a verdict does not change the id",
  );
  const [, , changed] = list(makeReport(), makeFiles({ [CHANGED]: { after: facts(C) } }));
  assert.notEqual(changed!.id, list()[2]!.id, "other bytes do");
});

Deno.test("verdicts are counted, and the next entry without one is found from the beginning again", () => {
  const entries = list();
  const [first, second, third] = entries as [ReviewEntry, ReviewEntry, ReviewEntry];
  assert.equal(findUndecided(entries, third.id), first);
  assert.equal(findUndecided(entries, null), first);
  const reject = (entry: ReviewEntry): ReviewEntry => ({ ...entry, verdict: "rejected", words: "no" });
  const decided = [reject(first), reject(second), third];
  assert.deepEqual(countVerdicts(decided), { accepted: 0, rejected: 2, undecided: 1 });
  assert.equal(formatCounts(countVerdicts(decided)), "2 rejected, 1 without a verdict");
  assert.equal(findUndecided(decided, first.id)?.id, third.id);
  assert.equal(findUndecided(entries.map((entry) => ({ ...entry, verdict: "accepted" })), first.id), null);
  assert.equal(formatCounts(countVerdicts([])), "nothing differs");
});

Deno.test("a decision replaces the former rejection of its pictures, and no other", () => {
  const change = { picture: CHANGED, before: A, after: B };
  const once = decideRejections([], [{ ...change, words: "first" }]);
  assert.deepEqual(once, [{ ...change, words: "first" }]);
  const other = { picture: NEW, before: null, after: C };
  const twice = decideRejections(once, [{ ...other, words: "other" }, { ...change, words: "second" }]);
  assert.deepEqual(twice.map(({ words }) => words), ["other", "second"]);
  assert.deepEqual(decideRejections(twice, [{ ...change, words: null }]), [{ ...other, words: "other" }]);
});

Deno.test("the next snapshot keeps the rejections of the same bytes, and of what it did not take", () => {
  const rejected = [
    { picture: CHANGED, words: "same", before: A, after: B },
    { picture: NEW, words: "changed", before: null, after: C },
    { picture: MISSING, words: "not taken", before: C, after: null },
  ];
  const changes = [{ picture: CHANGED, before: A, after: B }, { picture: NEW, before: null, after: A }];
  const words = (isTaken: (picture: string) => boolean) =>
    carryRejections(rejected, changes, isTaken).map(({ words }) => words);
  assert.deepEqual(words(() => true), ["same"]);
  assert.deepEqual(words((picture) => picture !== MISSING), ["same", "not taken"]);
  assert.equal(findRejection(rejected, changes[1]!), undefined);
});
