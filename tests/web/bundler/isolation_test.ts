import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { DiagnosticError, type Isolation } from "../../../web/bundler/mod.ts";
import { LineProcess } from "../../../web/bundler/processes/mod.ts";
import { COMPONENT, MANIFEST, ProjectFolder } from "./project_folder.ts";
import { evaluateUnchecked, isolations } from "./unchecked_widget.ts";

const LIMITS = { dataKibibytes: 1_048_576, cpuSeconds: 60, outputLength: 1_000_000 };

/** What must fail: files, environment, processes, workers, the network. `load` imports a module of the runtime. */
function attempts(folder: string, port: number): { [attempt: string]: string } {
  const secret = JSON.stringify(join(folder, "secret.txt"));
  const module = JSON.stringify(pathToFileURL(join(folder, "secret.mjs")).href);
  return {
    read: `(await load("fs")).readFileSync(${secret}, "utf8")`,
    list: `(await load("fs")).readdirSync("/")`,
    write: `(await load("fs")).writeFileSync(${secret}, "changed")`,
    spawn: `(await load("child_process")).execFileSync("/bin/echo", ["s3cret"], { encoding: "utf8" })`,
    work: `await new Promise((resolve, reject) => load("worker_threads").then(({ Worker }) =>
      new Worker(${secret}).on("online", resolve).on("error", reject)).catch(reject))`,
    import: `(await import([${module}].join())).default`,
    importRemote: `(await import(["http://127.0.0.1:${port}/a.mjs"].join())).default`,
    code: `Function("return 'code from a text'")()`,
    fetch: `(await fetch("http://127.0.0.1:${port}/")).status`,
    connect: `await new Promise((resolve, reject) => load("net").then(({ connect }) =>
      connect(${port}, "127.0.0.1", () => resolve("connected")).on("error", reject)).catch(reject))`,
    signal: `(await load("process")).kill(${process.pid}, 0)`,
  };
}

/** An expression that makes each of them and returns how each ended. */
function runAttempts(attempts: { [attempt: string]: string }): string {
  const functions = Object.entries(attempts).map(([name, code]) => `${name}: async () => ${code}`);
  return `await (async () => {
    const load = (name) => import(["node", name].join(":"));
    const results = {};
    for (const [name, attempt] of Object.entries({ ${functions.join()} })) {
      try {
        results[name] = "got " + await attempt();
      } catch (error) {
        results[name] = error.name + ": " + error.message;
      }
    }
    return results;
  })()`;
}

/** Runs something in a project that holds a secret, while the environment holds one and a server answers with one. */
async function withSecrets(
  run: (project: ProjectFolder, attempts: { [attempt: string]: string }) => Promise<unknown>,
): Promise<[attempt: string, result: string][]> {
  await using project = await ProjectFolder.create({
    "secret.txt": "s3cret",
    "secret.mjs": 'export default "s3cret";',
  });
  process.env.TCK_TEST_SECRET = "s3cret";
  const listener = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () => new Response("s3cret"),
  );
  try {
    const results = await run(project, attempts(project.path, listener.addr.port));
    assert.equal(new TextDecoder().decode(await project.read("secret.txt")), "s3cret");
    return Object.entries(results as { [attempt: string]: string });
  } finally {
    await listener.shutdown();
    delete process.env.TCK_TEST_SECRET;
  }
}

/** Where a process cannot have namespaces of its own, Node's permissions leave these open. */
const OPEN_ON_NODE = ["fetch", "connect", "signal"];
const isOpen = ({ command }: Isolation) => !command("").args.some((arg) => /--deny-import|--net/.test(arg));

for (const [runtime, isolation] of await isolations()) {
  if (isOpen(isolation)) {
    Deno.test.ignore(`an isolate on ${runtime} has no network [needs unshare(1) with namespaces]`, () => {});
  }

  // claim: isolate-permissions
  // claim: isolate-no-network
  Deno.test(`the process of an isolate on ${runtime} cannot read, write, spawn, import, connect or signal`, async () => {
    const results = await withSecrets(async (project, attempts) => {
      const env = `process.env.TCK_TEST_SECRET.length + Object.keys(process.env)`;
      await project.write(
        "program.mjs",
        `import process from "node:process";
        console.log(JSON.stringify(${runAttempts({ ...attempts, env })}));`,
      );
      const child = new LineProcess(isolation.command(join(project.path, "program.mjs")), LIMITS);
      try {
        const { lines, end } = await child.exchange(undefined, () => true, 60_000);
        assert.equal(end, null);
        return JSON.parse(lines[0]!);
      } finally {
        await child.close();
      }
    });
    assert.equal(results.length, 12);
    for (const [attempt, result] of results) {
      if (isOpen(isolation) && OPEN_ON_NODE.includes(attempt)) continue;
      assert.doesNotMatch(result, /^got |s3cret$/, attempt);
    }
  });

  // claim: isolate-permissions
  // claim: isolate-no-network
  Deno.test(`a module that is evaluated on ${runtime} finds no way out`, async () => {
    const results = await withSecrets(async (_, attempts) => {
      const { defaultState } = await evaluateUnchecked(
        isolation,
        `const results = ${
          runAttempts({
            ...attempts,
            env: `process.env.TCK_TEST_SECRET`,
            runtime: `Deno.env.get("TCK_TEST_SECRET")`,
            require: `require(["node", "fs"].join(":"))`,
            builtin: `process.getBuiltinModule("node:fs")`,
            sqlite: `(await load("sqlite")).DatabaseSync`,
            websocket: `new WebSocket("ws://127.0.0.1:1/")`,
            dispatcher: `globalThis[Symbol.for("undici.globalDispatcher.1")].constructor`,
            eval: `(0, eval)("1")`,
            function: `Function("return this")()`,
            constructor: `(() => {}).constructor("return process")()`,
            asyncFunction: `(async () => {}).constructor("return process")()`,
            ofTimer: `setTimeout.constructor.constructor("return process")()`,
            timer: `setTimeout(() => {}).constructor.constructor("return process")()`,
            ofUrl: `new URL("a:b").searchParams.get.constructor("return process")()`,
            callSites: `(() => {
              Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getThis() ?? site.getFunction());
              const found = new Error().stack;
              if (typeof found === "string") throw new Error("a text");
              return found;
            })()`,
            symbolName: `(() => {
              const error = new Error();
              error.name = Symbol();
              try { return error.stack.constructor.constructor("return process")(); }
              catch (error) { return error.constructor.constructor("return process")(); }
            })()`,
            wasm: `new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))`,
          })
        };
        export const manifest = { id: "hello", cardType: "feed", sizes: ["2x1"], defaultState: results };
        ${COMPONENT}`,
      );
      return defaultState;
    });
    assert.equal(results.length, 28);
    assert.deepEqual(results.filter(([, result]) => /^got |s3cret$/.test(result)), []);
  });

  Deno.test(`nothing that a module can reach on ${runtime} is the runtime's own API`, async () => {
    const { defaultState } = await evaluateUnchecked(isolation, REACH);
    const { reached, found } = defaultState as { reached: number; found: string[] };
    assert.deepEqual(found, []);
    assert.ok(reached > 500, String(reached));
  });

  for (
    const [what, source] of [
      ["takes all memory of the heap", "let all = []; for (;;) all = [...all, ...all, Math.random()];"],
      [
        "takes memory outside the heap",
        "const all = []; for (;;) all.push(new Uint8Array(1 << 26).fill(1));",
      ],
    ] as const
  ) {
    // claim: isolate-limits
    Deno.test(`a module that ${what} on ${runtime} fails at the limit of memory, not at the deadline`, async () => {
      const started = performance.now();
      await assert.rejects(evaluateUnchecked(isolation, `${MANIFEST}\n${COMPONENT}\n${source}`), (error) => {
        assert.ok(error instanceof DiagnosticError);
        assert.deepEqual(error.diagnostics.map(({ code }) => code), ["module.failed"]);
        assert.match(error.message, /memory|allocation/);
        return true;
      });
      assert.ok(performance.now() - started < 30_000);
    });
  }
}

for (const [runtime, isolation] of await isolations()) {
  Deno.test(`on ${runtime} a widget replaces inherited properties in its own objects, and those of the language stay`, async () => {
    const { defaultState } = await evaluateUnchecked(
      isolation,
      `class Own extends Error { constructor(text) { super(text); this.name = "Own"; this.message += "!"; } }
      class List extends Array { constructor() { super(); this.map = () => "own"; } }
      List.from = () => "own";
      const text = {};
      text.toString = () => "own";
      text.constructor = Own;
      const call = () => {};
      call.call = () => "own";
      Array.prototype.map = () => "changed";
      Error.stackTraceLimit = 20;
      let added = "added";
      try { Array.prototype.last = () => {}; } catch (error) { added = error.name; }
      const defaultState = {
        error: String(new Own("a")), list: new List().map(), from: List.from(), text: String(text), call: call.call(),
        keys: Object.keys(text), map: [1].map((value) => value + 1), added, inherited: [...new Map([[1, 2]])].flat(),
      };
      export const manifest = { id: "hello", cardType: "feed", sizes: ["2x1"], defaultState };
      ${COMPONENT}`,
    );
    assert.deepEqual(defaultState, {
      error: "Own: a!",
      list: "own",
      from: "own",
      text: "own",
      call: "own",
      keys: ["toString", "constructor"],
      map: [2],
      added: "TypeError",
      inherited: [1, 2],
    });
  });
}

for (
  const [what, script, message] of [
    ["is malformed", "echo garbage", /its answer is malformed/],
    ["has another shape", `echo '{"step":"loaded","manifest":1}'`, /its answer is malformed/],
    ["is longer than 4 MiB", "head -c 5000000 /dev/zero", /writes more than 4194304 characters/],
    ["is missing", "exit 3", /ends before it is done/],
  ] as const
) {
  // claim: isolate-answers-json
  Deno.test(`an isolate whose answer ${what} is the failure of its widget`, async () => {
    const isolation: Isolation = {
      command: () => ({
        command: "/bin/sh",
        args: ["-c", `echo '{"step":"ready"}'; read -r code; ${script}`],
      }),
      deadline: 10_000,
    };
    await assert.rejects(evaluateUnchecked(isolation, `${MANIFEST}\n${COMPONENT}`), (error) => {
      assert.ok(error instanceof DiagnosticError);
      assert.equal(error.code, "module.failed");
      assert.match(error.message, message);
      return true;
    });
  });
}

/** Walks from the global object, and from errors of every origin, through all properties and prototypes. */
const REACH = `
  const FORBIDDEN = ["getBuiltinModule", "binding", "dlopen", "readFileSync", "createRequire", "registerHooks", "core", "ops"];
  const found = [];
  const seen = new Set();
  const queue = [["globalThis", globalThis]];
  const add = (path, value) => {
    if (Object(value) !== value || seen.has(value)) return;
    seen.add(value);
    queue.push([path, value]);
  };
  const attempt = (path, act) => {
    try {
      add(path, act());
    } catch (error) {
      add(path + " throws", error);
    }
  };
  Error.prepareStackTrace = (error, frames) => frames;
  const overflow = (act) => { try { return overflow(act) ?? act(); } catch (error) { return act(error); } };
  attempt("stack", () => new Error().stack);
  attempt("stack of the platform", () => new URL({ toString() { return new Error().stack; } }));
  for (const text of ["", "http://[", "a:b", Symbol(), 1n, { toString() { throw 1; } }]) {
    attempt("address", () => new URL(text));
    attempt("base", () => new URL("a", text));
    attempt("parameters", () => new URL("a:b").searchParams.get(text));
    attempt("clone", () => structuredClone({ text }));
  }
  attempt("event", () => new CustomEvent("a", { detail: 1 }));
  attempt("signal", () => AbortSignal.timeout(1));
  attempt("timer", () => setTimeout(() => {}));
  attempt("deep", () => overflow((error) => error ?? new URL("http://a.example/")));
  attempt("caller", () => overflow.caller);
  await import(["node", "fs"].join(":")).catch((error) => add("import", error));
  for (const name of ["react", "react-dom", "@tck/kit"]) add(name, await import([name].join()));
  await fetch("/").catch((error) => add("fetch", error));
  for (const [path, value] of queue) {
    add(path + ".__proto__", Reflect.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const name = path + "." + String(key);
      if (FORBIDDEN.includes(key)) found.push(name);
      const { value: property, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
      for (const part of [property, get, set]) add(name, part);
      if (get) attempt(name + "()", () => get.call(value));
    }
  }
  export const manifest = {
    id: "hello", cardType: "feed", sizes: ["2x1"], defaultState: { reached: seen.size, found: found.slice(0, 20) },
  };
  ${COMPONENT}`;
