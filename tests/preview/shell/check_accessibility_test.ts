import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import {
  checkAccessibility,
  findOutcome,
  storeChecksOnSave,
  useChecksOnSave,
} from "../../../preview/shell/panels/accessibility/check_accessibility.ts";
import { createStore } from "../../../preview/shell/state/create_store.ts";
import { createShellState } from "../../../preview/shell/state/shell_state.ts";
import { withGlobals } from "../../web/canvas/page_globals.ts";
import { holdTimers } from "./held_timers.ts";
import { withRendering } from "./rendering.ts";

/** A page with one card and an axe whose answers the test gives. Like the real one, it makes one check at a time. */
async function withAxe(
  run: (answers: ((rule: string | Error) => Promise<void>)[]) => Promise<void>,
): Promise<void> {
  const answers: ((rule: string | Error) => Promise<void>)[] = [];
  let isRunning = false;
  const axe = {
    async run() {
      if (isRunning) throw new Error("Axe is already running");
      isRunning = true;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      answers.push(async (rule) => {
        if (rule instanceof Error) reject(rule);
        else resolve(rule);
        await setImmediate();
      });
      const id = await promise.finally(() => isRunning = false);
      return { violations: [{ id, impact: null, help: "", helpUrl: "", nodes: [] }] };
    },
  };
  const document = {
    defaultView: { axe },
    querySelector: (selector: string) => selector.includes("article") ? { ownerDocument: document } : null,
  };
  await withGlobals({ document }, () => run(answers));
}

const PREFERENCES = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" } as const;
const createView = () => createStore(createShellState({ search: "?widget=a", preferences: PREFERENCES }));

function rulesOf(store: ReturnType<typeof createView>): readonly string[] | string {
  const outcome = findOutcome(store.getState());
  return outcome.status === "done" ? outcome.violations.map(({ rule }) => rule) : outcome.status;
}

Deno.test("a check of another view waits for the one that runs, whose end does not take its outcome away", () =>
  withAxe(async (answers) => {
    const store = createView();
    const checks = [checkAccessibility(store)];
    await setImmediate();
    store.setState({ search: "?widget=b" });
    checks.push(checkAccessibility(store));
    await setImmediate();
    assert.deepEqual([rulesOf(store), answers.length], ["running", 1]);
    await answers[0]!("of-a");
    assert.deepEqual([rulesOf(store), answers.length], ["running", 2]);
    await answers[1]!("of-b");
    await Promise.all(checks);
    assert.deepEqual(rulesOf(store), ["of-b"]);
  }));

Deno.test("one view is checked once at a time, and again when its check has ended", () =>
  withAxe(async (answers) => {
    const store = createView();
    const checks = [checkAccessibility(store), checkAccessibility(store)];
    await setImmediate();
    assert.equal(answers.length, 1);
    await answers[0]!("first");
    await Promise.all(checks);
    assert.deepEqual(rulesOf(store), ["first"]);
    const again = checkAccessibility(store);
    await setImmediate();
    assert.equal(rulesOf(store), "running");
    await answers[1]!("second");
    await again;
    assert.deepEqual(rulesOf(store), ["second"]);
  }));

Deno.test("a check that fails says why, and the next one is made", () =>
  withAxe(async (answers) => {
    const store = createView();
    for (const reason of ["first", "second"]) {
      const check = checkAccessibility(store);
      await setImmediate();
      await answers.at(-1)!(new Error(reason));
      await check;
      const outcome = findOutcome(store.getState());
      assert.deepEqual(outcome, { status: "failed", message: reason, search: "?widget=a" });
    }
    const mended = checkAccessibility(store);
    await setImmediate();
    await answers[2]!("rule");
    await mended;
    assert.deepEqual(rulesOf(store), ["rule"]);
  }));

Deno.test("after each save the card is checked once when the edits are there, if the reader wants that", () =>
  withAxe(async (answers) => {
    const store = createView();
    const kept = new Map<string, string>();
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    };
    const timers = holdTimers(300);
    const { document } = globalThis;
    await withRendering({ store, storage }, async ({ use, change, show }) => {
      // What is checked is the card of the page with axe.
      Object.defineProperty(globalThis, "document", { value: document, configurable: true, writable: true });
      const edit = () => change(() => store.setState({ edits: store.getState().edits + 1 }));
      const pass = async () => {
        timers.pass();
        await setImmediate();
        await answers.at(-1)?.("rule");
        return answers.length;
      };
      await use(() => useChecksOnSave());
      assert.equal(await pass(), 0, "nothing was edited");
      await edit();
      assert.equal(await pass(), 0, "the reader does not want it");
      storeChecksOnSave(storage, true);
      await edit();
      await edit();
      assert.equal(timers.count(), 1);
      assert.equal(await pass(), 1);
      await edit();
      assert.equal(await pass(), 2);
      await edit();
      await show(null);
      assert.equal(timers.count(), 0);
    }, timers.globals);
  }));
