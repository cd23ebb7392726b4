import assert from "node:assert/strict";
import fc from "fast-check";
import { compareLabels } from "../../../core/feed/mod.ts";

const label = fc.oneof(
  fc.stringMatching(/^[0-9]{1,3}_[a-cA-C]$/),
  fc.string({ unit: "binary", maxLength: 4 }),
);

Deno.test("numbers in labels are ordered by their value", () => {
  const labels = ["010_a", "day 10", "2_b", "day 9", "001_z", "10_a", "day 1"];
  assert.deepEqual(labels.sort(compareLabels), ["001_z", "2_b", "010_a", "10_a", "day 1", "day 9", "day 10"]);
});

Deno.test("only equal labels compare as equal", () => {
  for (const [one, other] of [["1", "01"], ["é", "e\u0301"], ["a", "a\u0000"], ["a", "A"]] as const) {
    assert.notEqual(compareLabels(one, other), 0);
  }
  fc.assert(fc.property(label, label, (one, other) => {
    assert.equal(compareLabels(one, other) === 0, one === other);
    assert.equal(Math.sign(compareLabels(one, other)) + Math.sign(compareLabels(other, one)), 0);
  }));
});

Deno.test("the order of labels does not depend on the order of the input", () => {
  fc.assert(fc.property(
    fc.array(label, { maxLength: 12 }).chain((labels) =>
      fc.tuple(fc.constant(labels), fc.shuffledSubarray(labels, { minLength: labels.length }))
    ),
    ([labels, shuffled]) => {
      assert.deepEqual(shuffled.sort(compareLabels), [...labels].sort(compareLabels));
    },
  ));
});

Deno.test("the order of labels is transitive", () => {
  fc.assert(fc.property(label, label, label, (a, b, c) => {
    if (compareLabels(a, b) <= 0 && compareLabels(b, c) <= 0) assert.ok(compareLabels(a, c) <= 0);
  }));
});
