// Runs in an isolated process (see isolation.ts). Standard input holds the module; the last line of standard output
// is what it exports, as JSON. Nothing else of the module's work leaves the process.
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const code = Buffer.concat(chunks).toString("base64");
for (const name of ["log", "info", "debug", "warn", "error", "dir", "table", "trace"]) {
  // deno-lint-ignore no-console -- a widget must not write into the answer
  console[name] = () => {};
}

function answer(value) {
  process.stdout.write("\n" + JSON.stringify(value) + "\n");
}

try {
  const widget = await import(`data:text/javascript;base64,${code}`);
  answer({
    hasManifest: "manifest" in widget,
    // JSON drops what is no data (functions, undefined), which the schema then reports as missing.
    manifest: widget.manifest ?? null,
    component: typeof widget.default,
  });
} catch (error) {
  answer({ error: String(error?.message ?? error).slice(0, 2000) });
}
process.exit(0);
