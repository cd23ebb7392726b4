import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { PageCompiler } from "../../docs/site/playground/compiler/page_compiler.ts";
import { SealedIsolates } from "../../docs/site/playground/isolate/sealed_isolates.ts";
import { PageTypes } from "../../docs/site/playground/types/page_types.ts";
import { exchange } from "../../docs/site/playground/worker_exchange.ts";
import { withGlobals } from "../web/canvas/page_globals.ts";

const READY = JSON.stringify({ step: "ready" });

/** Ends an evaluation, as any line that is no event does. */
const last = (text: string) => `end of ${text}`;

/** A page whose frame gives each program to a worker that the test plays. */
function createIsolatePage() {
  const workers: { readonly program: string; readonly port: MessagePort; readonly received: unknown[] }[] =
    [];
  const answers: (() => Promise<Response>)[] = [];
  const frame = Object.assign(new EventTarget(), {
    setAttribute() {},
    contentWindow: {
      postMessage(program: string, _origin: string, [port]: MessagePort[]) {
        const received: unknown[] = [];
        port!.onmessage = ({ data }) => received.push(data);
        workers.push({ program, port: port!, received });
      },
    },
  });
  return {
    workers,
    answers,
    globals: {
      document: {
        createElement: () => frame,
        body: { append: () => queueMicrotask(() => frame.dispatchEvent(new Event("load"))) },
      },
      fetch: () => answers.shift()?.() ?? Promise.resolve(new Response("program")),
    },
    end: () => workers.forEach(({ port }) => port.close()),
  };
}

/** Waits until what was posted has arrived. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}

Deno.test("two widgets that wait for the isolate that is started ahead are evaluated in one each", async () => {
  const page = createIsolatePage();
  await withGlobals(page.globals, async () => {
    const isolates = new SealedIsolates("frame.html", "isolate.js");
    isolates.start();
    isolates.start();
    const evaluated = ["first", "second"].map((code) => isolates.takeTurn().evaluate(code));
    await settle();
    assert.equal(page.workers.length, 2, "one was started ahead, and one for the second widget");
    for (const { port } of page.workers) port.postMessage(READY);
    await settle();
    for (const { port, received } of page.workers) {
      assert.equal(received.length, 1);
      port.postMessage(last(JSON.parse(String(received[0])).code));
    }
    const lines = (await Promise.all(evaluated)).map(({ lines }) => lines);
    assert.deepEqual(lines, [[last("first")], [last("second")]]);
    await settle();
    assert.deepEqual(page.workers.map(({ received }) => received[1]), [null, null], "each has ended");
  });
  page.end();
});

Deno.test("an isolate that has rendered a widget is listened to before it ends", async () => {
  const page = createIsolatePage();
  await withGlobals(page.globals, async () => {
    const isolates = new SealedIsolates("frame.html", "isolate.js");
    const heard: string[][] = [];
    const evaluated = isolates.takeTurn().evaluate("any", (lines) => heard.push([...lines]));
    await settle();
    const [{ port }] = page.workers as [typeof page.workers[number]];
    const rendered = JSON.stringify({ step: "rendered", failures: [] });
    port.postMessage(READY);
    await settle();
    port.postMessage(rendered);
    await settle();
    assert.deepEqual(heard, [[rendered]]);
    port.postMessage(last("any"));
    assert.deepEqual(await evaluated, { lines: [rendered, last("any")], end: null });
    assert.equal(heard.length, 1);
  });
  page.end();
});

Deno.test("after an isolate that could not start, the next widget has another one", async () => {
  const page = createIsolatePage();
  page.answers.push(() => Promise.reject(new TypeError("offline")));
  await withGlobals(page.globals, async () => {
    const isolates = new SealedIsolates("frame.html", "isolate.js");
    isolates.start();
    await assert.rejects(isolates.takeTurn().evaluate("never"), /offline/);
    const evaluated = isolates.takeTurn().evaluate("next");
    await settle();
    const [{ port, program }] = page.workers as [typeof page.workers[number]];
    assert.equal(program, "program");
    port.postMessage(READY);
    await settle();
    port.postMessage(last("next"));
    assert.deepEqual(await evaluated, { lines: [last("next")], end: null });
  });
  page.end();
});

/** The workers that a page starts, which the test plays. */
function createWorkerPage() {
  const workers: PlayedWorker[] = [];
  class PlayedWorker {
    readonly posted: unknown[] = [];
    isEnded = false;
    onmessage: (event: { data: unknown }) => void = () => {};
    onerror: (event: { message?: string }) => void = () => {};
    constructor(readonly program: string) {
      workers.push(this);
    }
    postMessage(message: unknown) {
      this.posted.push(message);
    }
    terminate() {
      this.isEnded = true;
    }
    async answer(data: unknown) {
      this.onmessage({ data });
      await settle();
    }
  }
  return { workers, globals: { Worker: PlayedWorker } };
}

const PARTS = { esbuild: "esbuild.wasm", lightningcss: "lightningcss.wasm" };

Deno.test("widgets are compiled one after the other, and a worker that fails or could not start is replaced", async () => {
  const { workers, globals } = createWorkerPage();
  await withGlobals(globals, async () => {
    const compiler = new PageCompiler("compiler.js", PARTS);
    const check = (name: string) =>
      compiler.check(new Map(), { name } as Parameters<PageCompiler["check"]>[1]).catch(String);
    const unstarted = check("first");
    await settle();
    await workers[0]!.answer({ failure: "no memory" });
    assert.match(String(await unstarted), /no memory/);
    assert.equal(workers[0]!.isEnded, true);
    const checked = ["second", "third", "fourth"].map(check);
    await settle();
    const second = workers[1]!;
    await second.answer({ answer: null });
    assert.equal(second.posted.length, 2, "what it needs, and one widget at a time");
    await second.answer({ answer: { checked: "the second" } });
    assert.equal(second.posted.length, 3);
    await second.answer({ failure: "esbuild has ended" });
    await settle();
    assert.equal(second.isEnded, true);
    const third = workers[2]!;
    await third.answer({ answer: null });
    await third.answer({ answer: { checked: "the fourth" } });
    const [one, failed, other] = await Promise.all(checked);
    assert.deepEqual([one, other], ["the second", "the fourth"]);
    assert.match(String(failed), /esbuild has ended/);
    compiler.close();
    await settle();
    assert.deepEqual(workers.map(({ isEnded }) => isEnded), [true, true, true]);
  });
});

Deno.test("questions about types are answered one after the other, and a worker that fails is replaced", async () => {
  const { workers, globals } = createWorkerPage();
  await withGlobals(globals, async () => {
    const types = new PageTypes("types.js", "declarations.json");
    const asked = ["first", "second", "third"].map((text) =>
      types.ask(new Map([["a.ts", text]]), "errors", null)
    );
    await settle();
    const first = workers[0]!;
    await first.answer({ answer: null });
    assert.equal(first.posted.length, 2, "what it knows, and one question at a time");
    await first.answer({ answer: ["one"] });
    await first.answer({ failure: "out of memory" });
    assert.equal(first.isEnded, true);
    await workers[1]!.answer({ failure: "cannot be loaded" });
    assert.deepEqual(await Promise.all(asked), [["one"], null, null] as unknown[]);
    const next = types.ask(new Map(), "errors", null);
    await settle();
    await workers[2]!.answer({ answer: null });
    await workers[2]!.answer({ answer: ["four"] });
    assert.deepEqual(await next, ["four"] as unknown[]);
  });
});

Deno.test("an answer of a worker ends its deadline, and without an answer it is null", async () => {
  const { workers, globals } = createWorkerPage();
  const timers = new Map<number, () => void>();
  const timing = {
    setTimeout: (callback: () => void, delay: number) => (timers.set(delay, callback), delay),
    clearTimeout: (timer: number) => timers.delete(timer),
  };
  await withGlobals({ ...globals, ...timing }, async () => {
    const worker = new Worker("any");
    const answered = exchange(worker, "first", 10);
    assert.deepEqual([...timers.keys()], [10]);
    await workers[0]!.answer({ answer: 1 });
    assert.deepEqual([await answered, timers.size], [{ answer: 1 }, 0]);
    const late = exchange(worker, "second", 20);
    timers.get(20)!();
    assert.equal(await late, null);
    const unlimited = exchange(worker, "third", null);
    assert.equal(timers.size, 0);
    workers[0]!.onerror({});
    assert.deepEqual(await unlimited, { failure: "its program cannot be loaded" });
  });
});
