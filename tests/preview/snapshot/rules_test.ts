// budget: 25 s: about 100 cards, each rule's in a real browser
import assert from "node:assert/strict";
import type { Rendering } from "../../../preview/server/snapshot/mod.ts";
import { runSnapshotHere } from "./command_here.ts";
import { FALSIFICATIONS, FALSIFYING_WIDGET, markingWidget } from "./falsifying_widgets.ts";
import { assertRule, RULE_FILES, RULE_WIDGETS } from "./rule_widgets.ts";
import { SLOTS_WIDGET } from "./slots_widget.ts";
import { Studio } from "./studio.ts";
import { TALL_WIDGET } from "./tall_widget.ts";

let studio: Studio;
/** The cards of all widgets in the light theme. */
let taken: readonly Rendering[];

Deno.test.beforeAll(async () => {
  studio = await Studio.open({
    ...RULE_FILES,
    "widgets/002_falsifying/widget.tck.tsx": FALSIFYING_WIDGET,
    "widgets/003_tall/widget.tck.tsx": TALL_WIDGET,
    "widgets/004_one/widget.tck.tsx": markingWidget("one"),
    "widgets/005_two/widget.tck.tsx": markingWidget("two"),
    "widgets/006_slots/widget.tck.tsx": SLOTS_WIDGET,
  });
  taken = await studio.take({ themes: ["light"] });
});
Deno.test.afterAll(() => studio[Symbol.asyncDispose]());

Deno.test("each rule reports what breaks it, with element and line, and nothing else", async (t) => {
  for (const widget of RULE_WIDGETS) {
    for (const one of widget.cases) {
      await t.step(`${one.state}: ${one.rule ?? "nothing"}`, () => assertRule(taken, "light", widget, one));
    }
  }
});

Deno.test("actions and the update time that a card does not show are reported, each by its text", () => {
  const missing = (size: string) =>
    taken.find((one) => one.widget === "006_slots" && one.size === size)!.findings.filter(({ rule }) =>
      rule === "detail.dropped"
    )
      .map(({ message }) => message.replace(" is not shown: there is no room for it at this size", ""));
  const [approve, reject, details] = ["Approve", "Reject", "Details"].map((label) => `The action “${label}”`);
  const time = "The update time “8 o'clock”";
  assert.deepEqual(["1x1", "2x2", "4x2"].map(missing), [
    [time, approve, reject, details],
    [time, reject, details],
    [],
  ]);
});

Deno.test("the rules about colours report the same in the dark theme", async (t) => {
  const coloured = RULE_WIDGETS.map((widget) => ({
    widget,
    cases: widget.cases.filter(({ state, content }) =>
      /colour|pale|covered/.test(state) || /"same/.test(content)
    ),
  })).filter(({ cases }) => cases.length > 0);
  assert.ok(coloured.length > 0);
  const renderings = await studio.take({
    themes: ["dark"],
    widgets: coloured.map(({ widget }) => widget.name),
    states: coloured.flatMap(({ cases }) => cases.map(({ state }) => state)),
  });
  for (const { widget, cases } of coloured) {
    for (const one of cases) await t.step(one.state, () => assertRule(renderings, "dark", widget, one));
  }
});

Deno.test("the help says which ellipsis is an error", async () => {
  const { stdout } = await runSnapshotHere(["--help"]);
  assert.match(
    stdout.replaceAll(/\s+/g, " "),
    /text\.cut \(.* by an ellipsis .* less than half of a text or fewer than five letters, and by any ellipsis in a value, number or time\)/,
  );
});

// claim: snapshot-measures-apart
Deno.test("a widget that replaces what measures it, or what that calls, gets its findings", async (t) => {
  const renderingOf = (attack: string) =>
    taken.find(({ widget, state }) => widget === "002_falsifying" && (state ?? "none") === attack)!;
  await t.step("a card that is hidden from the measuring counts as failed", () => {
    const { findings } = renderingOf("unmounted");
    assert.deepEqual(findings.map(({ rule }) => rule), ["card.failed"]);
    assert.match(findings[0]!.message, /^The card cannot be measured/);
  });
  for (const attack of Object.keys(FALSIFICATIONS).filter((attack) => attack !== "unmounted")) {
    await t.step(attack, () => {
      const rendering = renderingOf(attack);
      const rules = rendering.findings.map(({ rule }) => rule);
      assert.deepEqual(
        rules.filter((rule) => /^text|image/.test(rule)),
        ["text.cut", "accessibility.image-alt"],
        JSON.stringify(rendering),
      );
      assert.notEqual(rendering.picture, null);
    });
  }
});

// claim: snapshot-own-pages
Deno.test("a widget is on no page that another widget has changed", () => {
  const marked = taken.filter(({ widget }) => widget === "004_one" || widget === "005_two");
  assert.deepEqual(marked.map(({ consoleErrors, cardError }) => [consoleErrors, cardError]), [
    [[], null],
    [[], null],
  ]);
});

Deno.test("a card that is higher than a picture is an error of its own, and the others are taken", () => {
  const cards = taken.filter(({ widget }) => widget === "003_tall");
  assert.deepEqual(new Set(cards.map(({ state }) => state)), new Set([null, "tall", "taller", "usual"]));
  for (const { state, picture, findings } of cards) {
    const isTall = state === "tall" || state === "taller";
    assert.equal(picture === null, isTall, `${state}`);
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      isTall ? ["card.failed"] : [],
      JSON.stringify(findings),
    );
    if (!isTall) continue;
    assert.match(
      findings[0]!.message,
      /^The card is [45]0\d\d\d px high, and a picture at most 32000 px: show less in it, such as fewer items, or/,
    );
  }
});
