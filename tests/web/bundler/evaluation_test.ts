import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import process from "node:process";
import { denoIsolation, type Diagnostic, formatDiagnostic } from "../../../web/bundler/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { BundledModule } from "../../../web/bundler/bundled_module.ts";
import { compileWidget } from "../../../web/bundler/compile.ts";
import { DiagnosticError } from "../../../web/bundler/diagnostic.ts";
import { evaluateWidget } from "../../../web/bundler/evaluate.ts";
import { runIsolated } from "../../../web/bundler/isolation.ts";
import { SourceFiles } from "../../../web/bundler/source_files.ts";
import { buildWidget, COMPONENT, diagnose, MANIFEST, ProjectFolder, SOURCE } from "./project_folder.ts";

/** Evaluates a widget that the rules on its source would refuse before it runs. */
async function evaluateUnchecked(source: string): Promise<WidgetManifest> {
  await using project = await ProjectFolder.create({ [SOURCE]: source });
  const widget = { name: "001_hello", folder: "widgets/001_hello", file: SOURCE };
  const { module, map } = await compileWidget(new SourceFiles(project.path), widget);
  return await evaluateWidget(denoIsolation(process.execPath), new BundledModule(widget, module, map));
}

/** Builds a widget that must have one problem. */
async function refuse(source: string, deadline?: number): Promise<Diagnostic> {
  const isolation = denoIsolation(process.execPath, deadline);
  const [diagnostic, ...others] = await diagnose({ [SOURCE]: source }, { isolation });
  assert.deepEqual(others, []);
  assert.deepEqual([diagnostic!.widget, diagnostic!.file], ["001_hello", SOURCE]);
  assert.notEqual(diagnostic!.hint, "");
  return diagnostic!;
}

for (
  const [what, source, message] of [
    ["throws", `throw new Error("no luck");`, "no luck"],
    ["throws a text", `throw "no luck";`, "no luck"],
    ["throws nothing", `throw undefined;`, "undefined"],
    ["uses the page", `document.title = "Hello";`, "document is not defined"],
    ["uses what only Node has", `process.cwd();`, "process is not defined"],
    ["uses what only Deno has", `Deno.exit(0);`, "Deno is not defined"],
  ] as const
) {
  Deno.test(`a module that ${what} as it is loaded is refused with the reason`, async () => {
    const diagnostic = await refuse(`${MANIFEST}\n${COMPONENT}\n${source}`);
    assert.equal(diagnostic.code, "module.failed");
    assert.equal(diagnostic.message, `the module fails when it is loaded: ${message}`);
  });
}

Deno.test("what a module throws as it is loaded is shown where it throws", async () => {
  const { line, column, lineText } = await refuse(
    `${MANIFEST}\n${COMPONENT}\nconst unlucky = () => { throw new Error("no luck"); };\nunlucky();`,
  );
  assert.deepEqual([line, column], [3, 31]);
  assert.match(lineText!, /^const unlucky/);
});

Deno.test("a script that is no module is refused at its place", async () => {
  const { code, line, column, message } = await refuse(`${MANIFEST}\n${COMPONENT}\nlet = 1;`);
  assert.deepEqual([code, line, column], ["source.syntax", 3, 1]);
  assert.match(message, /let/);
});

Deno.test("what a module throws cannot write to the terminal that shows it", async () => {
  const diagnostic = await refuse(`throw new Error("a\\u001b[31mb\\nc");`);
  const [first, ...rest] = formatDiagnostic(diagnostic).split("\n");
  assert.equal(first, `${SOURCE}:1:7: the module fails when it is loaded: a [31mb c [module.failed]`);
  assert.equal(rest.length, 3);
});

Deno.test("a module that does not end is stopped at the deadline", async () => {
  const diagnostic = await refuse(`${MANIFEST}\n${COMPONENT}\nfor (;;);`, 1_500);
  assert.equal(diagnostic.code, "module.timeout");
  assert.equal(diagnostic.message, "the module is not loaded after 1.5 s");
});

Deno.test("a module that waits for ever is refused", async () => {
  const diagnostic = await refuse(`${MANIFEST}\n${COMPONENT}\nawait new Promise(() => {});`);
  assert.equal(diagnostic.code, "module.failed");
});

/** A deadline in milliseconds that is not what ends a module. */
const PATIENT = 120_000;

Deno.test("a module that takes all memory of the heap is refused, alone", async () => {
  const diagnostic = await refuse(
    `${MANIFEST}\n${COMPONENT}\nlet text = []; for (;;) text = [...text, ...text, Math.random()];`,
    PATIENT,
  );
  assert.equal(diagnostic.code, "module.failed");
});

Deno.test("a module that takes memory outside the heap is refused, alone", async () => {
  const diagnostic = await refuse(
    `${MANIFEST}\n${COMPONENT}\nconst kept = []; for (;;) kept.push(new Uint8Array(1 << 26).fill(1));`,
    PATIENT,
  );
  assert.equal(diagnostic.code, "module.failed");
  assert.match(diagnostic.message, /allocation failed/);
});

Deno.test("a module that prints without end is refused", async () => {
  const diagnostic = await refuse(
    `${MANIFEST}\n${COMPONENT}\nfor (;;) console.log("x".repeat(100_000));`,
    PATIENT,
  );
  assert.equal(diagnostic.code, "module.failed");
  assert.match(diagnostic.message, /prints more than/);
});

const FORGED = JSON.stringify({ hasManifest: true, manifest: { id: "forged" }, component: "function" });
const GET_PROCESS = `const { default: process } = await import(["node", "process"].join(":"));`;

/** Nothing catches it: the process ends while it loads the module. */
const END = `queueMicrotask(() => { throw new Error("late"); }); await new Promise(() => {});`;

for (
  const [what, source, message] of [
    ["ends the process", END, /ends the process that loads it: .*late/],
    ["prints an answer and ends the process", `console.log('\\n${FORGED}\\n'); ${END}`, /late/],
    ["prints an answer and tries to exit", `console.log('${FORGED}'); ${GET_PROCESS} process.exit(0);`, /./],
    ["tries to exit with Deno", `console.log('${FORGED}'); Deno.exit(0);`, /Deno is not defined/],
  ] as const
) {
  Deno.test(`a module that ${what} is refused`, async () => {
    await assert.rejects(evaluateUnchecked(`${source}\n${COMPONENT}`), (error) => {
      assert.ok(error instanceof DiagnosticError);
      assert.deepEqual(error.diagnostics.map(({ code }) => code), ["module.failed"]);
      assert.match(error.message, message);
      return true;
    });
  });
}

Deno.test("what a module prints or puts into the way does not change the answer", async () => {
  const manifest = await evaluateUnchecked(`
    console.log(${JSON.stringify(FORGED)});
    ${GET_PROCESS}
    process.stdout.write(${JSON.stringify(`\n${FORGED}`)});
    process.stdout.write = process.exit = () => {};
    JSON.stringify = () => ${JSON.stringify(FORGED)};
    Object.prototype.toJSON = () => (${FORGED});
    delete Object.prototype.toJSON;
    ${MANIFEST}
    ${COMPONENT}
  `);
  assert.equal(manifest.id, "hello");
});

Deno.test("a module without a manifest is refused", async () => {
  const diagnostic = await refuse(COMPONENT);
  assert.equal(diagnostic.code, "manifest.missing");
  assert.match(diagnostic.hint, /export const manifest/);
});

for (
  const [what, source] of Object.entries({
    "undefined": "",
    "object": "export default { render: () => null };",
    "string": 'export default "Hello";',
  })
) {
  Deno.test(`a module whose default export is of type ${what} is refused`, async () => {
    const diagnostic = await refuse(`${MANIFEST}\n${source}`);
    assert.equal(diagnostic.code, "component.missing");
    assert.equal(diagnostic.message, `the default export is ${what}, expected a function component`);
  });
}

Deno.test("each fault of a manifest is a diagnostic of its own, with its path", async () => {
  const diagnostics = await diagnose({
    [SOURCE]: `${COMPONENT} export const manifest = { id: "../x", cardType: "feed", sizes: ["2x2", "3x3"] };`,
  });
  assert.deepEqual(diagnostics.map(({ code, file }) => [code, file]), [
    ["manifest.invalid", SOURCE],
    ["manifest.invalid", SOURCE],
  ]);
  assert.match(diagnostics[0]!.message, /^manifest\.id: /);
  assert.match(diagnostics[1]!.message, /^manifest\.sizes\[1\]: /);
});

for (const value of ["undefined", "null", "[]", "() => {}", '"hello"']) {
  Deno.test(`a manifest that is ${value} is refused`, async () => {
    const diagnostic = await refuse(`${COMPONENT} export const manifest = ${value};`);
    assert.equal(diagnostic.code, "manifest.invalid");
  });
}

Deno.test("a manifest may be computed, with the kit and from the widget's own data", async () => {
  const { manifest } = await buildWidget(
    `
    import { defineManifest } from "@tck/kit";
    import cities from "./cities.json";
    export const manifest = defineManifest({
      id: "hello", cardType: "feed", sizes: ["2x1"], defaultState: { first: cities[0] },
    });
    ${COMPONENT}`,
    { "widgets/001_hello/cities.json": '["Łódź", "São Paulo"]' },
  );
  assert.deepEqual(manifest.defaultState, { first: "Łódź" });
});

Deno.test("a module that leaves a timer running is loaded all the same", async () => {
  const { manifest } = await buildWidget(`${MANIFEST}\n${COMPONENT}\nsetInterval(() => {}, 1000);`);
  assert.equal(manifest.id, "hello");
});

Deno.test("a manifest that JSON cannot hold is refused", async () => {
  const diagnostic = await refuse(
    `${COMPONENT} export const manifest = { id: "hello" }; manifest.self = manifest;`,
  );
  assert.equal(diagnostic.code, "module.failed");
  assert.match(diagnostic.message, /circular/);
});

/** What a module must not get at; each attempt ends in an error. `load` imports one of the runtime's own modules. */
function attempts(folder: string, port: number): string {
  const secret = JSON.stringify(join(folder, "secret.txt"));
  const module = JSON.stringify(pathToFileURL(join(folder, "secret.mjs")).href);
  return `{
    read: async () => (await load("fs")).readFileSync(${secret}, "utf8"),
    list: async () => (await load("fs")).readdirSync("/"),
    write: async () => (await load("fs")).writeFileSync(${secret}, "changed"),
    env: async () => (await load("process")).env.TCK_TEST_SECRET,
    fetch: async () => (await fetch("http://127.0.0.1:${port}/")).status,
    connect: async () => {
      const { connect } = await load("net");
      return await new Promise((resolve, reject) => {
        connect(${port}, "127.0.0.1", () => resolve("connected")).on("error", reject);
      });
    },
    spawn: async () => (await load("child_process")).execFileSync("/bin/echo", ["s3cret"], { encoding: "utf8" }),
    import: async () => (await import([${module}].join())).default,
    importRemote: async () => (await import(["http://127.0.0.1:${port}/a.mjs"].join())).default,
    system: async () => (await load("os")).hostname(),
  }`;
}

const RUN_ATTEMPTS = `
  const load = (name) => import(["node", name].join(":"));
  const results = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      results[name] = "got " + await attempt();
    } catch (error) {
      results[name] = error.name + ": " + error.message;
    }
  }`;

async function withSecrets(
  run: (project: ProjectFolder, attempts: string) => Promise<{ [attempt: string]: string }>,
): Promise<{ [attempt: string]: string }> {
  await using project = await ProjectFolder.create({
    "secret.txt": "s3cret",
    "secret.mjs": 'export default "s3cret";',
  });
  process.env.TCK_TEST_SECRET = "s3cret";
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  try {
    const results = await run(project, attempts(project.path, listener.addr.port));
    assert.equal(new TextDecoder().decode(await project.read("secret.txt")), "s3cret");
    return results;
  } finally {
    listener.close();
    delete process.env.TCK_TEST_SECRET;
  }
}

Deno.test("the process of an evaluation may not read, write, connect, spawn or import", async () => {
  const results = await withSecrets(async (project, attempts) => {
    await project.write(
      "driver.mjs",
      `${RUN_ATTEMPTS.replace("const results", `const attempts = ${attempts}; const results`)}
      let input = "";
      for await (const chunk of process.stdin) input += chunk;
      process.stdout.write("\\n" + input.split("\\n")[0] + JSON.stringify(results) + "\\n");`,
    );
    const { args, ...isolation } = denoIsolation(process.execPath);
    const driver = join(project.path, "driver.mjs");
    const result = await runIsolated({ ...isolation, args: [...args.slice(0, -1), driver] }, "");
    assert.deepEqual([result.outcome, result.answers.length], ["ended", 1]);
    return result.answers[0] as { [attempt: string]: string };
  });
  assert.equal(Object.keys(results).length, 10);
  for (const [attempt, result] of Object.entries(results)) {
    assert.match(result, /^(NotCapable|TypeError|Error): .*(Requires|require)/s, `${attempt}: ${result}`);
  }
});

Deno.test("a module gets at nothing of the machine as it is loaded", async () => {
  const results = await withSecrets(async (_, attempts) => {
    const { defaultState } = await evaluateUnchecked(
      `const attempts = ${attempts};
      ${RUN_ATTEMPTS}
      export const manifest = { id: "hello", cardType: "feed", sizes: ["2x1"], defaultState: results };
      ${COMPONENT}`,
    );
    return defaultState as { [attempt: string]: string };
  });
  assert.equal(Object.keys(results).length, 10);
  assert.deepEqual(Object.entries(results).filter(([, result]) => /^got |s3cret/.test(result)), []);
});
