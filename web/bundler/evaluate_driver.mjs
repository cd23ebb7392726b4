// Runs in an isolated process (see isolation.ts). The first line of standard input is a token, the rest is the module.
// The answer is a line of standard output that starts with the token: what the module exports, as JSON. The module is
// not given the token, so what it prints is not taken for the answer.
const { stdin, stdout, exit } = process;
const { stringify } = JSON;
const write = stdout.write.bind(stdout);

const chunks = [];
for await (const chunk of stdin) chunks.push(chunk);
const input = Buffer.concat(chunks);
const tokenEnd = input.indexOf("\n");
const token = input.toString("utf8", 0, tokenEnd);
const url = `data:text/javascript;base64,${input.toString("base64", tokenEnd + 1)}`;

// What a browser lacks, a module must not find here either.
const { Deno } = globalThis;
for (const name of ["process", "Deno", "Buffer", "global", "setImmediate", "clearImmediate"]) {
  delete globalThis[name];
}

function answer(value) {
  write(`\n${token}${stringify({ __proto__: null, ...value })}\n`);
}

try {
  const widget = await import(url);
  answer({
    hasManifest: "manifest" in widget,
    // JSON drops what is no data (functions, undefined), which the schema then reports as missing.
    manifest: widget.manifest ?? null,
    component: typeof widget.default,
  });
} catch (error) {
  answer({ error: String(error?.message ?? error).replaceAll(url, "widget.mjs").slice(0, 2000) });
}
globalThis.Deno = Deno; // Deno's own exit looks for it.
exit(0);
