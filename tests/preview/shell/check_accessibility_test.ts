import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { checkAccessibility, findOutcome } from "../../../preview/shell/panels/check_accessibility.ts";
import { createStore } from "../../../preview/shell/state/create_store.ts";
import { createShellState } from "../../../preview/shell/state/shell_state.ts";
import { withGlobals } from "../../web/canvas/page_globals.ts";

/** A page with one card and an axe whose answers the test gives. Like the real one, it makes one check at a time. */
async function withAxe(run: (answers: ((rule: string) => Promise<void>)[]) => Promise<void>): Promise<void> {
  const answers: ((rule: string) => Promise<void>)[] = [];
  let isRunning = false;
  const axe = {
    async run() {
      if (isRunning) throw new Error("Axe is already running");
      isRunning = true;
      const { promise, resolve } = Promise.withResolvers<string>();
      answers.push(async (rule) => {
        resolve(rule);
        await setImmediate();
      });
      const id = await promise;
      isRunning = false;
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
