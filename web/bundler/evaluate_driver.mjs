// Runs in an isolated process (see isolation.ts). Standard input holds a line with a token, a line with the runtime's
// URL, and the widget's module. Each answer is a line of standard output that starts with the token: first what the
// module exports, then which renderings of it throw. The module is not given the token, so what it prints is not taken
// for an answer.
const { stdin, stdout, exit } = process;
const { stringify, parse } = JSON;
const write = stdout.write.bind(stdout);

const chunks = [];
for await (const chunk of stdin) chunks.push(chunk);
const input = Buffer.concat(chunks);
const tokenEnd = input.indexOf("\n");
const runtimeEnd = input.indexOf("\n", tokenEnd + 1);
const token = input.toString("utf8", 0, tokenEnd);
const runtimeUrl = input.toString("latin1", tokenEnd + 1, runtimeEnd);
const url = `data:text/javascript;base64,${input.toString("base64", runtimeEnd + 1)}`;

// What a browser lacks, a module must not find here either.
const { Deno } = globalThis;
for (const name of ["process", "Deno", "Buffer", "global", "setImmediate", "clearImmediate"]) {
  delete globalThis[name];
}

const { modules, renderAll } = await import(runtimeUrl);
Object.defineProperty(globalThis, Symbol.for("tck.modules"), {
  value: { ...modules, default: Object.assign({}, ...Object.values(modules)) },
});

function answer(value) {
  write(`\n${token}${stringify({ __proto__: null, ...value })}\n`);
}

/** Where in the module each error was made: the text of a stack shortens the address of the module. */
const places = new WeakMap();
Error.prepareStackTrace = (error, frames) => {
  const frame = frames.find((frame) => frame.getFileName() === url);
  if (frame) places.set(error, { line: frame.getLineNumber(), column: frame.getColumnNumber() });
  return String(error);
};

/** The message, and the place in the module that the error comes from, if it comes from there. */
function describe(error) {
  const message = String(error?.message ?? error).replaceAll(url, "widget.mjs").slice(0, 2000);
  void error?.stack; // Reading it is what has the frames looked at.
  const { line = null, column = null } = Object(error) === error ? places.get(error) ?? {} : {};
  return { message, line, column };
}

/** As many distinct errors as anyone reads. */
const MOST_FAILURES = 10;

function render(component, manifest) {
  const failures = new Map();
  renderAll(component, manifest, (rendering, error) => {
    const description = describe(error);
    const known = failures.get(description.message);
    if (known) known.others++;
    else if (failures.size < MOST_FAILURES) {
      failures.set(description.message, { ...rendering, ...description, others: 0 });
    }
  });
  return [...failures.values()];
}

try {
  const widget = await import(url);
  // JSON drops what is no data (functions, undefined), which the schema then reports as missing.
  const manifest = stringify(widget.manifest ?? null);
  answer({
    hasManifest: "manifest" in widget,
    hasMigrations: "migrations" in widget,
    manifest: parse(manifest ?? "null"),
    component: typeof widget.default,
  });
  // A manifest that is none is refused for that: how the widget looks by it does not matter.
  const failures = Array.isArray(widget.manifest?.sizes) && typeof widget.default === "function"
    ? render(widget.default, parse(manifest))
    : [];
  answer({ failures });
} catch (error) {
  answer({ error: describe(error) });
}
globalThis.Deno = Deno; // Deno's own exit looks for it.
exit(0);
