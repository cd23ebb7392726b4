import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { IsolatedProcess } from "../../../web/bundler/isolated_process.ts";
import { DiagnosticError } from "../../../web/bundler/diagnostic.ts";
import type { Isolation } from "../../../web/bundler/mod.ts";
import { COMPONENT, MANIFEST, ProjectFolder } from "./project_folder.ts";
import { evaluateUnchecked, isolations } from "./unchecked_widget.ts";

const DRIVER = /\S+evaluate_driver\.mjs$/;

/** What must not be got at: files, environment, processes, workers, the network. `load` imports a module of the runtime. */
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
    fetch: `(await fetch("http://127.0.0.1:${port}/")).status`,
    connect: `await new Promise((resolve, reject) => load("net").then(({ connect }) =>
      connect(${port}, "127.0.0.1", () => resolve("connected")).on("error", reject)).catch(reject))`,
  };
}

/** An expression that tries each of them and tells how each ended. */
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

/** Runs something in a project that holds a secret, while the environment holds one and a server listens. */
async function withSecrets(
  run: (project: ProjectFolder, attempts: { [attempt: string]: string }) => Promise<unknown>,
): Promise<[attempt: string, result: string][]> {
  await using project = await ProjectFolder.create({
    "secret.txt": "s3cret",
    "secret.mjs": 'export default "s3cret";',
  });
  process.env.TCK_TEST_SECRET = "s3cret";
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  try {
    const results = await run(project, attempts(project.path, listener.addr.port));
    assert.equal(new TextDecoder().decode(await project.read("secret.txt")), "s3cret");
    return Object.entries(results as { [attempt: string]: string });
  } finally {
    listener.close();
    delete process.env.TCK_TEST_SECRET;
  }
}

/** The isolation with another program in place of the driver. */
function withDriver(isolation: Isolation, driver: string): Isolation {
  return {
    ...isolation,
    args: isolation.args.map((arg) =>
      arg.startsWith("--allow-fs-read=") ? `--allow-fs-read=${driver}` : arg.replace(DRIVER, driver)
    ),
  };
}

/** Where a process cannot have a network of its own, Node's permissions leave the one that there is open. */
const NETWORK = ["fetch", "connect"];
const hasNetwork = ({ args }: Isolation) => !args.some((arg) => /--deny-import|unshare/.test(arg));

for (const [runtime, isolation] of await isolations()) {
  if (hasNetwork(isolation)) {
    Deno.test.ignore(
      `the process of an evaluation on ${runtime} has no network: unshare(1) is refused`,
      () => {},
    );
  }

  Deno.test(`the process of an evaluation on ${runtime} may not read, write, spawn, import or connect`, async () => {
    const results = await withSecrets(async (project, attempts) => {
      await project.write(
        "driver.mjs",
        `import process from "node:process";
        const results = ${
          runAttempts({ ...attempts, env: `process.env.TCK_TEST_SECRET.length + Object.keys(process.env)` })
        };
        let input = "";
        for await (const chunk of process.stdin.setEncoding("utf8")) {
          input += chunk;
          const [, widget, end] = input.split("\\n");
          if (end === undefined) continue;
          const { token } = JSON.parse(widget);
          process.stdout.write(token + JSON.stringify(JSON.stringify(results)) + "\\n" + token + "null\\n");
        }`,
      );
      const child = new IsolatedProcess(withDriver(isolation, join(project.path, "driver.mjs")));
      try {
        const result = await child.evaluate("", "production");
        assert.deepEqual([result.outcome, result.answers.length, result.detail], ["ended", 1, ""]);
        return result.answers[0];
      } finally {
        await child.close();
      }
    });
    assert.equal(results.length, 10);
    for (const [attempt, result] of results) {
      if (hasNetwork(isolation) && NETWORK.includes(attempt)) continue;
      assert.doesNotMatch(result, /^got |s3cret$/, attempt);
    }
  });

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
            websocket: `new WebSocket("ws://127.0.0.1:1/")`,
            eval: `(0, eval)("1")`,
            function: `Function("return this")()`,
            constructor: `this.constructor.constructor("return process")()`,
            asyncFunction: `(async () => {}).constructor("return process")()`,
            ofTimer: `setTimeout.constructor.constructor("return process")()`,
            ofUrl: `new URL("a:b").searchParams.get.constructor("return process")()`,
            ofError:
              `(() => { try { new URL("") } catch (error) { return error.constructor.constructor("return process")() } })()`,
            ofReject:
              `await import(["node", "fs"].join(":")).catch(({ constructor }) => constructor.constructor("return process")())`,
            wasm: `new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))`,
          })
        };
        export const manifest = { id: "hello", cardType: "feed", sizes: ["2x1"], defaultState: results };
        ${COMPONENT}`,
      );
      return defaultState;
    });
    assert.equal(results.length, 23);
    assert.deepEqual(results.filter(([, result]) => /^got |s3cret$/.test(result)), []);
  });

  Deno.test(`nothing that a module can reach on ${runtime} belongs to the process around it`, async () => {
    const { defaultState } = await evaluateUnchecked(isolation, REACH);
    const { reached, foreign } = defaultState as { reached: number; foreign: string[] };
    assert.deepEqual(foreign, []);
    assert.ok(reached > 500, String(reached));
  });

  for (
    const [what, source, message] of [
      [
        "takes all memory of the heap",
        "let all = []; for (;;) all = [...all, ...all, Math.random()];",
        /memory|ends/,
      ],
      [
        "takes memory outside the heap",
        "const all = []; for (;;) all.push(new Uint8Array(1 << 26).fill(1));",
        /./,
      ],
    ] as const
  ) {
    Deno.test(`a module that ${what} on ${runtime} is refused, alone`, async () => {
      await assert.rejects(evaluateUnchecked(isolation, `${MANIFEST}\n${COMPONENT}\n${source}`), (error) => {
        assert.ok(error instanceof DiagnosticError);
        assert.deepEqual(error.diagnostics.map(({ code }) => code), ["module.failed"]);
        assert.match(error.message, message);
        return true;
      });
    });
  }
}

/**
 * Walks from the global object, and from errors of every making, through all properties and prototypes. Whatever has
 * another realm's prototypes above it belongs to the process; what is of this realm ends in its own `Object.prototype`.
 */
const REACH = `
  const foreign = [];
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
  }
  attempt("deep", () => overflow((error) => error ?? new URL("http://a.example/")));
  attempt("deepest", () => { const dive = () => { try { dive(); } catch (error) { add("dive", error); new URL("a:b"); } }; dive(); });
  attempt("promise", () => import(["node", "fs"].join(":")));
  attempt("code", () => Function("1"));
  attempt("caller", () => overflow.caller);
  await import(["node", "fs"].join(":")).catch((error) => add("import", error));
  for (const name of ["react", "react-dom", "@tck/kit"]) add(name, await import([name].join()));
  await fetch("/").catch((error) => add("fetch", error));
  for (const [path, value] of queue) {
    let top = value;
    for (let above = top; above !== null; above = Reflect.getPrototypeOf(above)) top = above;
    const isOwn = top === Object.prototype || top === globalThis || Reflect.getPrototypeOf(value) === null;
    if (!isOwn) foreign.push(path);
    add(path + ".__proto__", Reflect.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const name = path + "." + String(key);
      const { value: property, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
      for (const part of [property, get, set]) add(name, part);
      if (get) attempt(name + "()", () => get.call(value));
    }
  }
  export const manifest = {
    id: "hello", cardType: "feed", sizes: ["2x1"], defaultState: { reached: seen.size, foreign: foreign.slice(0, 20) },
  };
  ${COMPONENT}`;
