import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { BundleFetchError } from "../../../web/bundle-stream/mod.ts";
import { BundleStore } from "../../../web/canvas/page/bundle_store.ts";
import { MessageBudget } from "../../../web/canvas/page/message_budget.ts";
import { keepPosition } from "../../../web/canvas/kept_position.ts";
import { keepSession } from "../../../web/canvas/session_renewal.ts";
import { waitAtMost } from "../../../web/canvas/session/page_rest.ts";
import { ReaderWindow } from "../../../web/canvas/reader_window.ts";
import { trackView } from "../../../web/canvas/view_tracking.ts";
import { goToSignIn, takeSignedIn } from "../../../web/canvas/sign_in.ts";
import { withGlobals } from "./page_globals.ts";

const [A, B, C] = ["A", "B", "C"].map((letter) => letter.repeat(64)) as [string, string, string];

/** A `fetch` whose answers the test gives, which records the hashes that were asked for. */
function createBundleServer(answers: (() => Response | Promise<Response>)[]) {
  const requests: string[][] = [];
  const fetch = (url: string, init: RequestInit) => {
    assert.deepEqual([url, init.method], ["/api/widgets/v1/bundles", "POST"]);
    requests.push(JSON.parse(init.body as string).hashes);
    return Promise.resolve().then(answers.shift()!);
  };
  return { requests, fetch };
}

/** A stream of records: an envelope of a size, or the code of a problem. */
function stream(records: [hash: string, content: number | string][]): Response {
  return new Response(
    new Blob(
      records.flatMap(([hash, content]) =>
        typeof content === "string"
          ? [`${JSON.stringify({ hash, code: content })}\n`]
          : [`${JSON.stringify({ hash, size: content })}\n`, new Uint8Array(content)]
      ),
    ),
  );
}

const codeOf = (error: unknown) => error instanceof BundleFetchError ? error.code : String(error);

Deno.test("all bundles are fetched in one request, a problem of one fails that one, and what is missing is unavailable", async () => {
  const { requests, fetch } = createBundleServer([
    () => stream([[B, 3], [A, "bundle.not_found"], ["D".repeat(64), 1]]),
    () => stream([[A, 5]]),
  ]);
  await withGlobals({ fetch }, async () => {
    const store = new BundleStore();
    store.prefetch([A, B, C]);
    store.prefetch([B]);
    const failed = [store.load(A), store.load(C)].map((loading) => loading.catch(codeOf));
    assert.equal((await store.load(B)).byteLength, 3);
    assert.deepEqual(await Promise.all(failed), ["bundle.not_found", "bundle.unavailable"]);
    assert.equal((await store.load(A)).byteLength, 5, "what failed is fetched again");
    assert.deepEqual(requests, [[A, B, C], [A]]);
  });
});

Deno.test("an answer of 401 and one that cannot be read have codes of their own, and an envelope is given away once", async () => {
  const { requests, fetch } = createBundleServer([
    () => new Response(null, { status: 401 }),
    () => new Response("no", { status: 500 }),
    () => Promise.reject(new TypeError("offline")),
    () => new Response(`{"hash":"${A}","size":9}\nshort`),
    () => stream([[A, 1]]),
    () => stream([[A, 2]]),
  ]);
  await withGlobals({ fetch }, async () => {
    const store = new BundleStore();
    const codes: unknown[] = [];
    for (let time = 0; time < 4; time++) codes.push(await store.load(A).catch(codeOf));
    assert.deepEqual(codes, ["auth.unauthenticated", ...Array(3).fill("bundle.unavailable")]);
    assert.deepEqual([(await store.load(A)).byteLength, (await store.load(A)).byteLength], [1, 2]);
    assert.equal(requests.length, 6);
  });
});

Deno.test("a connection on which nothing arrives any more is given up, and what did not come is fetched again", async () => {
  const timers: { run: () => void; delay: number }[] = [];
  const stalledBody = (signal: AbortSignal) =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`{"hash":"${A}","code":"bundle.not_found"}\n`));
        signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
  const answers = [
    (signal: AbortSignal) => new Response(stalledBody(signal)),
    (signal: AbortSignal) =>
      new Promise<Response>((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason))
      ),
    () => stream([[B, 1]]),
  ];
  const globals = {
    fetch: (_url: string, { signal }: RequestInit) => Promise.resolve(answers.shift()!(signal!)),
    setTimeout: (run: () => void, delay: number) => timers.push({ run, delay }),
    clearTimeout: (timer: number) => void (timers[timer - 1]!.run = () => {}),
  };
  await withGlobals(globals, async () => {
    const store = new BundleStore();
    store.prefetch([A, B]);
    assert.equal(await store.load(A).catch(codeOf), "bundle.not_found");
    const codes: unknown[] = [];
    for (let time = 0; time < 2; time++) {
      const loading = store.load(B).catch(codeOf);
      await setImmediate();
      for (const { run } of timers) run();
      codes.push(await loading);
    }
    assert.deepEqual(codes, ["widget.timeout", "widget.timeout"]);
    assert.equal((await store.load(B)).byteLength, 1);
    assert.deepEqual(new Set(timers.map(({ delay }) => delay)), new Set([20_000]));
  });
});

Deno.test("a connection on which something arrives now and then is not given up, and its end leaves no timer", async () => {
  const timers = new Map<number, () => void>();
  let last = 0;
  let controller!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  const globals = {
    fetch: () =>
      Promise.resolve(new Response(new ReadableStream({ start: (own) => void (controller = own) }))),
    setTimeout: (run: () => void) => (timers.set(++last, run), last),
    clearTimeout: (timer: number) => timers.delete(timer),
  };
  await withGlobals(globals, async () => {
    const loading = new BundleStore().load(A);
    for (const part of [`{"hash":"${A}","size":4}\n`, "a", "b", "cd"]) {
      await setImmediate();
      assert.equal(timers.size, 1, part);
      controller.enqueue(new TextEncoder().encode(part));
    }
    assert.equal((await loading).byteLength, 4);
    controller.close();
    await setImmediate();
    assert.equal(timers.size, 0);
    assert.ok(last > 4, "each part has a time of its own");
  });
});

Deno.test("a sender may send many messages at once and few for ever, and one may be worth several", async () => {
  let now = 0;
  await withGlobals({ performance: { now: () => now } }, () => {
    const budget = new MessageBudget(10, 2);
    assert.deepEqual([budget.spend(9), budget.spend(), budget.spend()], [true, true, false]);
    now += 1_000;
    assert.deepEqual([budget.spend(), budget.spend()], [true, false]);
    now += 1_000_000;
    assert.deepEqual([budget.spend(10), budget.spend()], [true, false]);
  });
});

Deno.test("a visible page renews its session once an hour, also when it is shown again", async () => {
  let [now, renewals] = [1_000_000, 0];
  const ticks: (() => void)[] = [];
  const document = {
    hidden: false,
    addEventListener: (type: string, run: () => void) => type === "visibilitychange" && ticks.push(run),
    removeEventListener: (_type: string, run: () => void) => void ticks.splice(ticks.lastIndexOf(run), 1),
  };
  const globals = {
    document,
    setInterval: (run: () => void, interval: number) => (assert.equal(interval, 3_600_000), ticks.push(run)),
    clearInterval: (timer: number) => void ticks.splice(timer - 1, 1),
    Date: { now: () => now },
    fetch: (url: string, { method }: RequestInit) => {
      assert.deepEqual([url, method], ["/session/renew", "POST"]);
      renewals++;
      return Promise.reject(new TypeError("offline"));
    },
  };
  await withGlobals(globals, async () => {
    const end = keepSession();
    assert.equal(ticks.length, 2);
    const run = () => ticks.forEach((tick) => tick());
    now += 3_599_999;
    run();
    assert.equal(renewals, 0);
    now += 1;
    document.hidden = true;
    run();
    assert.equal(renewals, 0);
    document.hidden = false;
    run();
    assert.equal(renewals, 1);
    now += 3_600_000;
    run();
    assert.equal(renewals, 2);
    await setImmediate();
    end();
    assert.equal(ticks.length, 0, "a feed that has ended renews nothing");
  });
});

Deno.test("the sign-in leads back to the page and its query, and not twice in a row", async () => {
  const assigned: string[] = [];
  const replaced: unknown[][] = [];
  const location = {
    pathname: "/feed/a",
    search: "?b=c&d",
    hash: "#top",
    assign: (url: string) => assigned.push(url),
  };
  const history = { state: { kept: 1 }, replaceState: (...values: unknown[]) => replaced.push(values) };
  await withGlobals({ location, history }, () => {
    assert.equal(takeSignedIn(), false);
    assert.equal(goToSignIn(), true);
    assert.deepEqual(assigned, [`/login?next=${encodeURIComponent("/feed/a?b=c&d#signed-in")}`]);
    location.hash = "#signed-in";
    assert.equal(goToSignIn(), false);
    assert.deepEqual([assigned.length, replaced], [1, [[{ kept: 1 }, "", "/feed/a?b=c&d"]]]);
  });
});

Deno.test("the position in the page is kept in its entry of the history, unless an application keeps a state there", async () => {
  const timers: { run: () => void; delay: number }[] = [];
  const history = {
    state: null as unknown,
    scrollRestoration: "auto",
    replaceState: (state: unknown) => void (history.state = state),
  };
  const scrolled: unknown[] = [];
  const globals = {
    history,
    scrollY: 0,
    scrollTo: (options: unknown) => void scrolled.push(options),
    document: new EventTarget(),
    setTimeout: (run: () => void, delay: number) => timers.push({ run, delay }),
  };
  await withGlobals(globals, () => {
    const open = () => {
      const root = { style: { minHeight: "" }, offsetHeight: 900 };
      keepPosition(root as unknown as HTMLElement);
      return root;
    };
    for (const state of [{ mine: 1 }, "mine", { tckCanvas: {} }, { tckCanvas: null }]) {
      history.state = state;
      assert.equal(open().style.minHeight, "");
      document.dispatchEvent(new Event("scrollend"));
      assert.deepEqual(history.state, state);
    }
    assert.deepEqual([scrolled, timers, history.scrollRestoration], [[], [], "auto"]);
    history.state = null;
    open();
    assert.deepEqual([scrolled, history.scrollRestoration], [[], "manual"]);
    Object.assign(globalThis, { scrollY: 70 });
    document.dispatchEvent(new Event("scrollend"));
    assert.deepEqual(history.state, { tckCanvas: { height: 900, top: 70 } });
    const root = open();
    assert.equal(root.style.minHeight, "900px");
    assert.deepEqual(scrolled, [{ top: 70, behavior: "instant" }], "wherever the browser has scrolled");
    Object.assign(globalThis, { scrollY: 0 });
    timers.at(-1)!.run();
    assert.deepEqual([root.style.minHeight, timers.at(-1)!.delay], ["", 10_000]);
    globalThis.dispatchEvent(new Event("pagehide"));
    assert.deepEqual(history.state, { tckCanvas: { height: 900, top: 0 } });
  });
});

Deno.test("the height of the reader's window is what was told last, or that of this window until one is set", async () => {
  const window = new EventTarget();
  const documentElement = { clientHeight: 700 };
  const globals = {
    document: { documentElement },
    screen: { availHeight: 1_000 },
    addEventListener: window.addEventListener.bind(window),
  };
  await withGlobals(globals, () => {
    const heights: number[] = [];
    const reader = new ReaderWindow();
    const other: number[] = [];
    const unfollow = reader.follow((height) => heights.push(height));
    reader.follow((height) => other.push(height));
    const resize = (height: number) => {
      documentElement.clientHeight = height;
      window.dispatchEvent(new Event("resize"));
    };
    resize(710);
    for (const height of [NaN, -1, 0, 100_000, "720", null]) reader.setHeight(height);
    assert.deepEqual(heights, [700, 710]);
    reader.setHeight(99_999);
    reader.setHeight(720);
    reader.setHeight(720);
    reader.leaveFrame();
    resize(730);
    assert.deepEqual([heights.splice(0), reader.height], [[700, 710, 99_999, 720], 720]);
    unfollow();
    reader.setHeight(740);
    assert.deepEqual([heights, other.at(-1)], [[], 740]);

    const framed = new ReaderWindow();
    framed.leaveFrame();
    assert.equal(framed.height, 1_000);
    const ended = new ReaderWindow();
    ended.follow((height) => heights.push(height));
    ended.end();
    resize(750);
    assert.deepEqual(heights, [730]);
  });
});

Deno.test("each card learns whether it is in view, until its own tracking ends", async () => {
  let tell = (_entries: { target: Element; isIntersecting: boolean }[]) => {};
  const observed = new Set<Element>();
  class Observer {
    constructor(report: typeof tell) {
      tell = report;
    }
    observe(element: Element): void {
      observed.add(element);
    }
    unobserve(element: Element): void {
      observed.delete(element);
    }
  }
  await withGlobals({ IntersectionObserver: Observer }, () => {
    const seen: string[] = [];
    const [one, two] = [{}, {}] as [Element, Element];
    const end = trackView(one, (isInView) => seen.push(`one ${isInView}`));
    trackView(two, (isInView) => seen.push(`two ${isInView}`));
    const both = [one, two].map((target) => ({ target, isIntersecting: true }));
    tell(both);
    assert.deepEqual(seen.splice(0), ["one true", "two true"]);
    end();
    tell(both);
    assert.deepEqual([seen, observed], [["two true"], new Set([two])]);
  });
});

Deno.test("work that ends in time leaves no timer, and work that does not is waited for no longer", async () => {
  const timers = new Map<number, () => void>();
  let last = 0;
  const globals = {
    setTimeout: (run: () => void) => (timers.set(++last, run), last),
    clearTimeout: (timer: number) => timers.delete(timer),
  };
  await withGlobals(globals, async () => {
    await waitAtMost(Promise.resolve(), 100);
    assert.equal(timers.size, 0);
    const waiting = waitAtMost(new Promise(() => {}), 100);
    timers.get(2)!();
    await waiting;
  });
});
