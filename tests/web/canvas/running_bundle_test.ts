import assert from "node:assert/strict";
import { Component, createElement, memo } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { WidgetComponent } from "@tck/kit";
import { RunningBundle } from "../../../web/canvas/frame/running_bundle.ts";
import { withGlobals } from "./page_globals.ts";

function createRunning() {
  const reported: string[] = [];
  return { running: new RunningBundle((hash) => void reported.push(hash)), reported };
}

Deno.test("a bundle is reported when another one ran before, and again after the page has been answered", () => {
  const { running, reported } = createRunning();
  for (const hash of ["a", "a", "b", "a"]) running.enter(hash);
  assert.deepEqual(reported, ["a", "b", "a"]);
  running.forgetReport();
  running.enter("a");
  assert.deepEqual(reported, ["a", "b", "a", "a"]);
});

// claim: flood-does-not-stop-the-page
Deno.test("a widget that reports bundles itself floods nobody: few reports pass until the page asks, and no long ones", () => {
  const { running, reported } = createRunning();
  for (let count = 0; count < 100_000; count++) running.enter(count % 2 === 0 ? "a" : "b");
  assert.equal(reported.length, 4_000);
  running.forgetReport();
  running.enter("c");
  const longest = "d".repeat(64);
  running.enter(longest);
  assert.deepEqual(reported.splice(0).slice(4_000), ["c", longest]);
  for (const invalid of ["d".repeat(65), Object("d"), undefined, ["d"]]) running.enter(invalid as string);
  assert.deepEqual(reported, []);
});

Deno.test("a task of a bundle is reported as its own when it runs, with its options", async () => {
  const { running, reported } = createRunning();
  const posted: { owner: unknown; callback: () => unknown; options: unknown }[] = [];
  class Scheduler {
    postTask(callback: () => unknown, options?: unknown): Promise<void> {
      posted.push({ owner: this, callback, options });
      return Promise.resolve();
    }
  }
  await withGlobals({ Scheduler }, () => {
    running.followSchedulers();
    const scheduler = new Scheduler();
    running.enter("a");
    void scheduler.postTask(() => 7, { delay: 2_500 });
    running.enter("b");
    const { owner, callback, options } = posted[0]!;
    assert.deepEqual([owner, callback(), options], [scheduler, 7, { delay: 2_500 }]);
    assert.deepEqual(reported, ["a", "b", "a"]);
  });
});

Deno.test("what a bundle schedules is reported as its own when it runs, with its arguments; the page's own is not", async () => {
  const { running, reported } = createRunning();
  const scheduled: { callback: (...args: unknown[]) => unknown; rest: unknown[] }[] = [];
  const schedule = (callback: () => void, ...rest: unknown[]) => scheduled.push({ callback, rest });
  const names = [
    "setTimeout",
    "setInterval",
    "requestAnimationFrame",
    "requestIdleCallback",
    "queueMicrotask",
  ];
  await withGlobals(Object.fromEntries(names.map((name) => [name, schedule])), () => {
    running.followSchedulers();
    const before = () => {};
    setTimeout(before);
    assert.equal(scheduled.pop()!.callback, before);
    for (const name of names) {
      running.enter("a");
      const page = globalThis as unknown as { [name: string]: typeof schedule };
      page[name]!(((...args: unknown[]) => args.join("")) as () => void, 7);
      running.enter("b");
      const { callback, rest } = scheduled.pop()!;
      assert.deepEqual([callback("x", "y"), rest, reported.splice(0)], ["xy", [7], ["a", "b", "a"]], name);
      running.forgetReport();
    }
    setTimeout("text" as unknown as () => void);
    assert.equal(scheduled.pop()!.callback, "text" as unknown);
  });
});

Deno.test("what a bundle observes is reported as its own when the observer calls it, with its arguments and observer", async () => {
  const { running, reported } = createRunning();
  class Observer {
    constructor(readonly callback: (...args: unknown[]) => unknown, readonly options?: object) {}
  }
  const names = ["IntersectionObserver", "MutationObserver", "ResizeObserver", "PerformanceObserver"];
  await withGlobals(Object.fromEntries(names.map((name) => [name, Observer])), () => {
    running.followSchedulers();
    for (const name of names) {
      const page = globalThis as unknown as { [name: string]: typeof Observer };
      assert.equal(page[name]!.name, name);
      running.enter("a");
      const observer: Observer = new page[name]!(function (this: unknown, ...args: unknown[]): unknown {
        return [this === observer, args];
      }, { root: null });
      running.enter("b");
      assert.ok(observer instanceof Observer);
      assert.deepEqual(observer.options, { root: null });
      assert.deepEqual(observer.callback.call(observer, 1, 2), [true, [1, 2]]);
      assert.deepEqual(reported.splice(0), ["a", "b", "a"], name);
      running.forgetReport();
    }
  });
});

Deno.test("a module reports its bundle before it is evaluated, and its lines keep their numbers", async () => {
  const { running, reported } = createRunning();
  running.followModules();
  const module = `/*! first */\nglobalThis.evaluated = true;\nexport default () => new Error().stack;`;
  const followed = running.followModule('a"b', module);
  assert.equal(followed.split("\n").length, 3);
  const { default: component } = await import(`data:text/javascript,${encodeURIComponent(followed)}`);
  assert.deepEqual(reported, ['a"b']);
  assert.match(component(), /:3:/);
  assert.equal(running.followModule("a", "#!/bin/node\n1"), "#!/bin/node\n1");
});

Deno.test("a component of any kind is reported when it is rendered", () => {
  class Classy extends Component {
    override render() {
      return createElement("b", null, "class");
    }
  }
  const kinds: [unknown, string][] = [
    [() => createElement("b", null, "function"), "<b>function</b>"],
    [Classy, "<b>class</b>"],
    [memo(() => createElement("b", null, "memo")), "<b>memo</b>"],
    [() => null, ""],
  ];
  for (const [component, markup] of kinds) {
    const { running, reported } = createRunning();
    const followed = running.follow("a", component as WidgetComponent);
    assert.deepEqual([renderToStaticMarkup(createElement(followed)), reported], [markup, ["a"]]);
  }
});
