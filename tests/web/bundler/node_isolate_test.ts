import assert from "node:assert/strict";
import { join } from "node:path";
import type { Isolation } from "../../../web/bundler/mod.ts";
import type { ProcessCommand } from "../../../web/bundler/processes/mod.ts";
import { nameTestsOf } from "../../servers/programs.ts";
import { COMPONENT, MANIFEST } from "./project_folder.ts";
import { evaluateUnchecked, isolations } from "./unchecked_widget.ts";

/** The command with another argument for the runtime. */
function addArgument({ command, args, ...others }: ProcessCommand, argument: string): ProcessCommand {
  const index = args.findIndex((arg) => arg.startsWith("--permission"));
  return { ...others, command, args: [...args.slice(0, index), argument, ...args.slice(index)] };
}

/** Names of functions and properties that open something, or hold what is open. */
const FORBIDDEN_NAMES = [
  ..."Socket Server Stream Readable Writable ReadStream WriteStream Pipe TCP TTY UDP SyncWriteStream".split(
    " ",
  ),
  ..."ChildProcess Process Worker MessagePort FileHandle FSReqCallback DatabaseSync ModuleWrap BuiltinModule"
    .split(" "),
  ..."connect listen createServer createConnection spawn spawnSync fork execFile execve fd _handle handle"
    .split(" "),
  ..."open openSync read readSync write writeSync readFileSync createRequire require internalBinding binding"
    .split(" "),
  ..."dlopen kill loadEnvFile writeReport getReport registerHooks getBuiltinModule _getActiveHandles stdout stdin"
    .split(" "),
  ..."stderr openStdin mainModule chdir cwd setuid _linkedBinding reallyExit WebSocket EventSource fetch"
    .split(" "),
].filter((name) => name !== "fetch"); // The one that is left rejects.

/** Node's isolation with what a widget might find by an escape: `Map.leaked()` returns the value of an expression. */
async function leakingIsolation(expression: string): Promise<Isolation> {
  const [, [, node]] = await isolations() as [unknown, [string, Isolation]];
  const code = `import net from "node:net"; const leaked = ${expression};
    Object.defineProperty(Map, "leaked", { value: () => leaked });`;
  const leak = `--import=data:text/javascript,${encodeURIComponent(code)}`;
  return { ...node, command: (program) => addArgument(node.command(program), leak) };
}

/** The state of a widget that is evaluated with the leak. */
async function evaluateLeaking(isolation: Isolation, source: string): Promise<unknown> {
  const { defaultState } = await evaluateUnchecked(
    isolation,
    `${source}
    export const manifest = { id: "hello", cardType: "feed", sizes: ["2x1"], defaultState: results };
    ${COMPONENT}`,
  );
  return defaultState;
}

// claim: isolate-process-stripped
Deno.test("on Node a module that gets hold of process gets neither modules nor bindings nor signals nor streams", async () => {
  const { found, ...results } = await evaluateLeaking(
    await leakingIsolation("process"),
    `const leaked = Map.leaked();
    const results = { found: typeof leaked };
    for (const [name, ...values] of [
      ["getBuiltinModule", "node:net"], ["binding", "fs"], ["_linkedBinding", "fs"], ["dlopen", {}, "/x"],
      ["kill", leaked.ppid, 0], ["_kill", leaked.ppid, 0], ["execve", "/bin/sh", []], ["abort"], ["reallyExit", 0],
      ["openStdin"], ["_getActiveHandles"], ["_getActiveRequests"], ["loadEnvFile", "/x"], ["chdir", "/"], ["exit"],
      ["setuid", 0], ["initgroups", "root", 0], ["setUncaughtExceptionCaptureCallback", () => {}], ["cwd"],
    ]) {
      try {
        results[name] = "got " + leaked[name](...values);
      } catch (error) {
        results[name] = error.name;
      }
    }
    for (const name of ["stdin", "stdout", "stderr", "report", "argv", "mainModule", "finalization"]) {
      results[name] = leaked[name] === undefined ? "TypeError" : "got it";
    }`,
  ) as { [attempt: string]: string };
  assert.equal(found, "object");
  assert.equal(Object.keys(results).length, 26);
  assert.deepEqual(Object.entries(results).filter(([, result]) => result !== "TypeError"), []);
});

// claim: isolate-nothing-to-sockets
Deno.test("on Node nothing that is reachable from process and the globals leads to a socket, a process or a file", async () => {
  const { reached, found } = await evaluateLeaking(
    await leakingIsolation("process"),
    `const NAMES = new Set(${JSON.stringify(FORBIDDEN_NAMES)});
    const found = [];
    const seen = new Set();
    const queue = [];
    const add = (path, value) => {
      if (Object(value) !== value || seen.has(value)) return;
      seen.add(value);
      queue.push([path, value]);
    };
    add("process", Map.leaked());
    add("globalThis", globalThis);
    for (const act of [
      () => Map.leaked().emitWarning("a", { detail: {} }),
      () => Map.leaked().on("SIGUSR2", function () { add("listener", this); }), () => new EventTarget(),
      () => AbortSignal.timeout(1), () => AbortSignal.any([]), () => structuredClone(new Error()),
    ]) {
      try { add(String(act), act()); } catch (error) { add("throws", error); }
    }
    await new Promise((resolve) => setTimeout(function () { add("timer", this); resolve(); }));
    for (const [path, value] of queue) {
      if (typeof value === "function" && NAMES.has(value.name)) found.push(path + " is " + value.name);
      add(path + ".__proto__", Reflect.getPrototypeOf(value));
      for (const key of Reflect.ownKeys(value)) {
        const name = path + "." + String(key);
        const { value: property, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
        if (NAMES.has(key) && property !== undefined) found.push(name);
        for (const part of [property, get, set]) add(name, part);
        try { if (get) add(name + "()", get.call(value)); } catch (error) { add(name + " throws", error); }
      }
    }
    const results = { reached: seen.size, found: found.slice(0, 20) };`,
  ) as { reached: number; found: string[] };
  assert.deepEqual(found, []);
  assert.ok(reached > 700, String(reached));
});

// claim: isolate-intrinsics-locked
Deno.test("on Node no getter on a prototype of the language is called with an object of Node", async () => {
  const tricks = `
    const results = { receivers: 0, rejected: 0 };
    const KEYS = ["noDeprecation", "throwDeprecation", "traceDeprecation", "domain", "captureRejections", "signal", "once",
      "then", "toJSON", "get", "value", "0", "cause", "_handle", "listener", "emitWarning", "env", "toString",
      "constructor", "hasOwnProperty", "valueOf"];
    const HOMES = [Object.prototype, Array.prototype, Function.prototype, Error.prototype, Promise.prototype,
      Map.prototype, EventTarget.prototype, Event.prototype, AbortSignal.prototype, [][Symbol.iterator]().__proto__];
    let isOwn = true;
    for (const home of HOMES) {
      for (const key of KEYS) {
        const former = Reflect.get(home, key);
        const get = function () { if (!isOwn) results.receivers++; return former; };
        try { Object.defineProperty(home, key, { configurable: true, get, set() {} }); } catch { results.rejected++; }
      }
    }
    isOwn = false;
    const target = new EventTarget();
    for (let count = 0; count < 15; count++) target.addEventListener("x", () => {});
    const { signal } = new AbortController();
    for (let count = 0; count < 15; count++) signal.addEventListener("abort", () => {});
    target.dispatchEvent(new Event("x"));
    await new Promise((resolve) => setTimeout(resolve, 20)); // timer: Node's code of later turns may not call the getters
    isOwn = true;`;
  const results = await evaluateLeaking(await leakingIsolation("null"), tricks);
  assert.deepEqual(results, { receivers: 0, rejected: 210 });
});

// claim: isolate-no-internal-classes
Deno.test("on Node a clone is of no internal class, whatever the cloned object says", async () => {
  const tricks = `
    const CLASSES = ["internal/fs/promises:FileHandle", "internal/blob:Blob", "internal/blocklist:BlockList",
      "internal/worker/io:MessagePort", "internal/crypto/keys:KeyObject", "internal/histogram:RecordableHistogram"];
    const results = { symbols: 0, clones: [] };
    for (const deserializeInfo of CLASSES) {
      const answer = () => ({ data: { handle: { fd: 0 } }, deserializeInfo });
      const proxy = new Proxy({}, {
        get(_, key) {
          if (typeof key === "symbol") results.symbols++;
          return /messaging/.test(String(key)) ? answer : undefined;
        },
      });
      class Own extends DOMException {}
      for (const key of Reflect.ownKeys(DOMException.prototype)) {
        if (/messaging/.test(String(key))) Object.defineProperty(Own.prototype, key, { value: answer });
      }
      for (const object of [new Own("a"), Object.setPrototypeOf(new DOMException("a"), proxy)]) {
        try { results.clones.push(structuredClone(object).constructor.name); } catch {}
      }
    }
    const circle = { date: new Date(0), map: new Map([[1, new Set([2])]]), bytes: new Uint8Array([1]), error: new RangeError("a") };
    circle.self = circle;
    const clone = structuredClone(circle);
    results.equal = clone !== circle && clone.self === clone && clone.date.getTime() === 0 && clone.map.get(1).has(2) &&
      clone.bytes[0] === 1 && clone.error instanceof RangeError;
    try { structuredClone(() => {}); } catch (error) { results.function = error.name; }`;
  const results = await evaluateLeaking(await leakingIsolation("null"), tricks);
  assert.deepEqual(results, { symbols: 0, clones: Array(12).fill("Error"), equal: true, function: "Error" });
});

const confined = await nameTestsOf(["prlimit"], "util-linux");

// claim: isolate-no-descriptors
Deno.test(
  confined("on Node a module that gets hold of sockets opens none, also after it has closed a descriptor"),
  async () => {
    const folder = await Deno.makeTempDir();
    const path = join(folder, "serve.sock");
    using unix = Deno.listen({ transport: "unix", path });
    using tcp = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const tricks = `
    const net = Map.leaked();
    const connect = (place) => new Promise((resolve) =>
      net.connect(place, () => resolve("connected")).on("error", ({ code }) => resolve(code)));
    const results = {
      unix: await connect(${JSON.stringify(path)}),
      abstract: await connect("\\0tck"),
      tcp: await connect({ host: "127.0.0.1", port: ${tcp.addr.port} }),
      listens: await new Promise((resolve) =>
        net.createServer().on("error", ({ code }) => resolve(code)).listen(0, () => resolve("listens"))),
    };
    new net.Socket({ fd: 0 }).destroy();
    await new Promise((resolve) => setTimeout(resolve, 20)); // timer: the module's own, until the socket is closed
    results.again = await connect(${JSON.stringify(path)});`;
    const isolation = await leakingIsolation("net");
    try {
      assert.ok(isolation.confine);
      const results = await evaluateLeaking(isolation, tricks) as { [attempt: string]: string };
      assert.deepEqual([...new Set(Object.values(results))], ["EMFILE"], JSON.stringify(results));
      // The same module connects where this one right is not taken: that is what the test would find.
      const { confine: _, ...open } = isolation;
      const { unix: opened } = await evaluateLeaking(open, tricks) as { [attempt: string]: string };
      assert.equal(opened, "connected");
    } finally {
      unix.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
);

Deno.test("an isolate that cannot be confined is not used", async () => {
  const isolation = {
    ...await leakingIsolation("null"),
    confine: () => Promise.reject(new Error("not permitted")),
  };
  await assert.rejects(evaluateUnchecked(isolation, `${MANIFEST}\n${COMPONENT}`), {
    code: "process.start_failed",
    message: /isolate-.*: not permitted$/,
  });
});
