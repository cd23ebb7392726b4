import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { showInGroups } from "../../../web/canvas/session/card_groups.ts";
import { withGlobals } from "./page_globals.ts";

const names = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `w${from + index}`);

/** Cards that the test loads, on timers that the test ends. */
function createCards(inView: readonly string[] = [], firstSize = 20) {
  const started: string[] = [];
  const shown: string[][] = [];
  const delays: number[] = [];
  const loads = new Map<string, () => void>();
  const rests: (() => void)[] = [];
  let endWait = () => {};
  const ended = new AbortController();
  const globals = {
    setTimeout: (run: () => void, delay: number) => {
      delays.push(delay);
      endWait = run;
    },
    clearTimeout: () => {},
  };
  const start = (widgetIds: readonly string[]) =>
    showInGroups<string>(widgetIds, {
      load: (widgetId) => {
        started.push(widgetId);
        const { promise, resolve } = Promise.withResolvers<string>();
        loads.set(widgetId, () => resolve(widgetId));
        return promise;
      },
      show: (cards) => void shown.push([...cards.keys()]),
      isInView: (widgetId) => inView.includes(widgetId),
      firstSize,
      groupSize: 20,
      rest: () => new Promise((resolve) => rests.push(resolve)),
    }, ended.signal);
  const load = async (...widgetIds: string[]) => {
    for (const widgetId of widgetIds) loads.get(widgetId)!();
    await setImmediate();
  };
  const rest = async () => {
    rests.shift()!();
    await setImmediate();
  };
  const wait = async () => {
    endWait();
    await setImmediate();
  };
  return { started, shown, delays, globals, ended, start, load, rest, wait };
}

Deno.test("the first cards are shown in one rendering, then those in view and twenty others whenever the browser rests", async () => {
  const inView: string[] = [];
  const cards = createCards(inView, 2);
  await withGlobals(cards.globals, async () => {
    const done = cards.start(names(30));
    assert.deepEqual(cards.started, ["w0", "w1"]);
    await cards.load("w1");
    assert.deepEqual(cards.shown, [], "together");
    await cards.load("w0");
    assert.deepEqual(
      [cards.shown, cards.started.length],
      [[["w1", "w0"]], 2],
      "the browser paints them first",
    );
    inView.push("w3", "w7");
    await cards.rest();
    assert.deepEqual(cards.started.slice(2), ["w3", "w7"]);
    await cards.load("w3", "w7");
    await cards.rest();
    const others = names(28, 2).filter((name) => !inView.includes(name));
    assert.deepEqual(cards.started.slice(4), others.slice(0, 20));
    await cards.load(...others.slice(0, 20));
    await cards.rest();
    await cards.load(...others.slice(20));
    await cards.rest();
    assert.deepEqual(cards.shown.slice(2), [others.slice(0, 20), others.slice(20)]);
    await done;
  });
});

Deno.test("a card that takes longer than two seconds is shown alone, when it is there, and delays the end only", async () => {
  const cards = createCards();
  await withGlobals(cards.globals, async () => {
    let isDone = false;
    const done = cards.start(names(22)).then(() => isDone = true);
    await cards.load(...names(19));
    await cards.wait();
    assert.deepEqual([cards.shown, cards.delays], [[names(19)], [2_000]]);
    await cards.rest();
    await cards.load("w20", "w21");
    await cards.rest();
    assert.deepEqual([cards.shown.at(-1), isDone], [["w20", "w21"], false]);
    await cards.load("w19");
    assert.deepEqual(cards.shown.at(-1), ["w19"]);
    await done;
  });
});

Deno.test("no further group begins once another list is loaded", async () => {
  const cards = createCards();
  await withGlobals(cards.globals, async () => {
    const done = cards.start(names(40));
    await cards.load(...names(20));
    cards.ended.abort();
    await cards.rest();
    await done;
    assert.equal(cards.started.length, 20);
  });
});
