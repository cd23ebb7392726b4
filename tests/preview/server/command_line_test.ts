import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { command } from "../../../preview/server/cli/preview_command.ts";
import { runCommand, type Terminal } from "../../../terminal/mod.ts";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";
import { findNode } from "../../packages/mod.ts";
import { nameTests } from "../../servers/programs.ts";
import { startPreviewProcess } from "./preview_process.ts";

/** Runs a command line that ends before a server starts. */
async function fail(...args: string[]): Promise<{ code: number; message: string }> {
  const lines: string[] = [];
  const terminal: Terminal = {
    print: (line) => lines.push(line),
    note: (line) => lines.push(line),
    warn: (line) => lines.push(line),
    progress() {},
  };
  const code = await runCommand(command, args, terminal);
  return { code, message: lines[0]! };
}

async function assertFails(args: string[], code: number, message: RegExp): Promise<void> {
  const failed = await fail(...args);
  assert.match(failed.message, message);
  assert.equal(failed.code, code, failed.message);
  assert.doesNotMatch(failed.message, /\.$|\n/);
}

Deno.test("an invalid command line is reported in one line, before anything starts", async () => {
  await using project = await Project.create({ "a,b/001_a.tckb": await makeBundle("a") });
  const cwd = ["--cwd", project.path];
  await assertFails(["--port", "99999"], 2, /^error: preview: invalid port "99999": expected 0 to 65535$/);
  await assertFails(["--port", "abc"], 2, /^error: preview: invalid port "abc"/);
  await assertFails(["--port=-1"], 2, /^error: preview: invalid port "-1"/);
  await assertFails(
    ["--feed", "a,,b"],
    2,
    /^error: preview: Cannot use --feed "a,,b": there is nothing between two commas/,
  );
  await assertFails(
    ["--feed", join(project.path, "nothing")],
    2,
    /there is no such folder, and it is not a \.tckb glob$/,
  );
  await assertFails(
    ["--feed", join(project.path, "a,b"), "--feed", project.path, "--feed-label", "One"],
    2,
    /^error: preview: Cannot use 1 --feed-label for 2 --feed: give one for each/,
  );
  await assertFails(["--feed-notes", "n"], 2, /^error: preview: Cannot use 1 --feed-notes for 0 --feed/);
  await assertFails(["--allowed-origin", "name"], 2, /^error: preview: Cannot allow origin "name"/);
  await assertFails(["--max-bundle-bytes", "0"], 2, /^error: preview: Cannot use --max-bundle-bytes "0"/);
  await assertFails(["--fetch-seconds", "1e3"], 2, /^error: preview: Cannot use --fetch-seconds "1e3"/);
  await assertFails(["--colour"], 2, /^error: preview: unknown option '--colour'/);
  await assertFails(["widgets"], 2, /^error: preview: unexpected argument/);
  await assertFails([...cwd, "--config", "other.ts"], 1, /^error: Cannot load configuration "other\.ts"/);
  await assertFails(
    ["--cwd", join(project.path, "none")],
    1,
    /^error: Cannot open project .*: there is no such folder$/,
  );
  await assertFails(
    [...cwd, "--host", "203.0.113.9"],
    1,
    /^error: Cannot listen on "203\.0\.113\.9".*not an address of this/,
  );
});

Deno.test("an unusable configuration ends the command with the reason", async () => {
  const faults: [config: string, message: RegExp][] = [
    [
      `export default { canvas: { feeds: [{ glob: "a/*.tckb", globs: ["b/*.tckb"] }] } };`,
      /canvas\.feeds\[0\] has both glob and globs: give one of them$/,
    ],
    [
      `export default { canvas: { feeds: [{ glob: "a/*.tckb", order: NaN }] } };`,
      /order is NaN, expected a number/,
    ],
    [`export default { canvass: {} };`, /"canvass" is not a field: did you mean "canvas"\?$/],
    [`throw new Error("boom");`, /its code throws: boom$/],
    [`export default { viteFinal() {} };`, /^error: Cannot use viteFinal: it returned undefined, expected/],
    [
      `export default { viteFinal() { throw new Error("no"); } };`,
      /^error: Cannot use viteFinal: it throws: no$/,
    ],
  ];
  for (const [config, message] of faults) {
    await using project = await Project.create({ "tck.preview.config.mjs": config });
    await assertFails(["--cwd", project.path, "--port", "0"], 1, message);
  }
  const one = "export default {};";
  await using project = await Project.create({ "tck.preview.config.mjs": one, "tck.preview.config.ts": one });
  await assertFails(
    ["--cwd", project.path],
    1,
    /^error: Cannot choose a configuration: there are .* and .*--config$/,
  );
});

const nameTestOfLoopbacks = nameTests(await hasIpv6() ? null : "a machine with the address ::1");

const BOTH_ANSWER = "localhost answers on both of its addresses, which have the same port";

Deno.test(nameTestOfLoopbacks(BOTH_ANSWER), async () => {
  await using project = await Project.create();
  await using preview = await startPreviewProcess(["--cwd", project.path, "--port", "0"]);
  for (const address of ["127.0.0.1", "[::1]", "localhost"]) {
    const response = await fetch(`http://${address}:${preview.port}/__tck/bundles`);
    assert.deepEqual([response.status, (await response.json()).bundles], [200, []], address);
  }
  const next = await startPreviewProcess(["--cwd", project.path, "--port", String(preview.port)]);
  await next[Symbol.asyncDispose]();
  assert.ok(next.port > preview.port);
});

Deno.test(nameTestOfLoopbacks("a port that is taken on one address of localhost is not used"), async () => {
  await using project = await Project.create();
  const taken = createServer().listen(0, "::1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  try {
    await assertFails(
      ["--cwd", project.path, "--port", String(port), "--strictPort"],
      1,
      new RegExp(`^error: Cannot listen on port ${port} of "localhost": not free$`),
    );
  } finally {
    taken.close();
  }
});

Deno.test("if the port is taken, the next free one is used; with --strictPort the command ends", async () => {
  await using project = await Project.create();
  const taken = createServer().listen(0, "localhost");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  try {
    await assertFails(
      ["--cwd", project.path, "--port", String(port), "--strictPort"],
      1,
      new RegExp(`^error: Cannot listen on port ${port} of "localhost": not free$`),
    );
    await using preview = await startPreviewProcess(["--cwd", project.path, "--port", String(port)]);
    assert.ok(preview.port > port && preview.port < port + 100);
    assert.equal((await fetch(`${preview.url}__tck/bundles`)).status, 200);
  } finally {
    taken.close();
  }
});

// claim: preview-token
Deno.test("beyond loopback the printed address has a token, and requests without it are rejected", async () => {
  await using project = await Project.create();
  await using preview = await startPreviewProcess(["--cwd", project.path, "--host", "0.0.0.0"]);
  const { origin, searchParams } = new URL(preview.url);
  assert.match(searchParams.get("tck-token") ?? "", /^[\w-]{32}$/);
  for (const path of ["/", "/__tck/bundles", "/@vite/client"]) {
    assert.equal((await fetch(origin + path)).status, 401, path);
  }
});

for (const runtime of ["Deno", "Node 24"]) {
  Deno.test(`on ${runtime} the command serves a project's feed in one line of JSON, and ends by Ctrl-C`, async () => {
    await using project = await Project.create({
      "monday, early/001_a.tckb": await makeBundle("a"),
      "tuesday/001_b.tckb": await makeBundle("b"),
      "tck.preview.config.ts":
        `export default { viteFinal: (config) => ({ plugins: [], root: config.root }) };`,
    });
    const feeds = [
      "--feed",
      join(project.path, "monday, early"),
      "--feed",
      join(project.path, "tuesday/*.tckb"),
    ];
    const node = runtime === "Deno" ? null : { node: await findNode() };
    await using preview = await startPreviewProcess(["--cwd", project.path, ...feeds], node);
    const index = await (await fetch(`${preview.url}__tck/feeds`)).json();
    assert.deepEqual(index.feeds.map(({ label }: { label: string }) => label), ["monday, early", "tuesday"]);
    const { bundles } = await (await fetch(`${preview.url}__tck/bundles`)).json();
    assert.equal(
      (await fetch(new URL(bundles[0].bundleUrl, preview.url))).status,
      200,
      "viteFinal took the plugins",
    );
    const { code, stdout, stderr } = await preview.stop("SIGINT");
    assert.deepEqual([code, stdout.trim().split("\n").length, stderr], [0, 1, "stopped\n"]);
  });
}

async function hasIpv6(): Promise<boolean> {
  const server = createServer().listen(0, "::1");
  const isThere = await once(server, "listening").then(() => true, () => false);
  server.close();
  return isThere;
}
