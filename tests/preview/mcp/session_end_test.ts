import assert from "node:assert/strict";
import { once } from "node:events";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import process from "node:process";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";
import { previewCommandLine } from "../server/preview_process.ts";
import { chromiumVariables } from "../snapshot/chromium_variables.ts";
import { McpClient } from "./mcp_client.ts";

Deno.test("without a browser, every tool but screenshot works, and that one reports what is missing", async () => {
  await using project = await Project.create({
    "dist/001_a.tckb": await makeBundle("a"),
    "node_modules/.keep": "",
  });
  await using session = await McpClient.start(["--cwd", project.path], { TCK_CHROMIUM: "/nowhere/chromium" });
  assert.equal(session.client.getNegotiatedProtocolVersion(), "2025-11-25", "that of the older handshake");
  assert.equal((await session.call("list_widgets")).value.widgets.length, 1);
  assert.deepEqual((await session.call("diagnostics")).value, { diagnostics: [], problems: [] });
  assert.equal((await session.call("feed_index")).value.feeds.length, 1);
  const { isError, value } = await session.call("screenshot", { widget: "001_a" });
  assert.deepEqual(
    [isError, value.untrustedWidgetText],
    [true, 'Cannot start TCK_CHROMIUM "/nowhere/chromium": it does not start as a Chromium does'],
  );
});

Deno.test("the session ends with its input: the process, the preview and the browser end", async () => {
  await using project = await Project.create({
    "dist/001_a.tckb": await makeBundle("a"),
    "node_modules/.keep": "",
  });
  const [program, ...start] = previewCommandLine(null);
  const child = spawn(program, [...start, "mcp", "--cwd", project.path], {
    cwd: tmpdir(),
    env: { ...process.env, ...await chromiumVariables() },
  });
  const lines: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => lines.push(text));
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const call = { name: "screenshot", arguments: { widget: "001_a" } };
  const clientInfo = { name: "test", version: "1" };
  send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
  });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: call });
  while (!lines.join("").includes('"id":2')) await once(child.stdout, "data");
  const browsers = await findBrowsers(child.pid!);
  assert.equal(browsers.length, 1);
  const ended = once(child, "close");
  child.stdin.end();
  assert.deepEqual(await ended, [0, null]);
  assert.equal(existsSync(`/proc/${browsers[0]}`), false);
  for (const line of lines.join("").trim().split("\n")) assert.equal(JSON.parse(line).jsonrpc, "2.0");
});

/** The headless browsers that a process has started. */
async function findBrowsers(pid: number): Promise<string[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, "utf8")),
  );
  const browsers: string[] = [];
  for (const child of children.join(" ").split(" ").filter((child) => child !== "")) {
    if ((await readFile(`/proc/${child}/cmdline`, "utf8")).includes("--headless")) browsers.push(child);
  }
  return browsers;
}

Deno.test("what is not a message is answered with its error, and nothing is carried out before initialize", async () => {
  await using project = await Project.create({ "node_modules/.keep": "" });
  const [program, ...start] = previewCommandLine(null);
  const child = spawn(program, [...start, "mcp", "--cwd", project.path], { cwd: tmpdir() });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (text: string) => {
    child.stdin.write(`${text}\n`);
    return JSON.parse((await lines.next()).value!);
  };
  const request = (id: number, method: string, params: object = {}) =>
    ask(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  try {
    const unreadable = await ask('{"jsonrpc": "2.0", "id": 1');
    assert.deepEqual([unreadable.id, unreadable.error.code], [null, -32700]);
    assert.deepEqual((await ask('{"id": 2}')).error.code, -32600);
    const early = await request(3, "tools/call", { name: "rescan" });
    assert.deepEqual(early, {
      jsonrpc: "2.0",
      id: 3,
      error: { code: -32600, message: "Cannot answer tools/call: the session begins with initialize" },
    });
    assert.deepEqual((await request(4, "ping")).result, {});
    const clientInfo = { name: "test", version: "1" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    assert.equal((await request(5, "initialize", params)).result.serverInfo.name, "tck-preview");
    assert.equal((await request(6, "tools/list")).result.tools.length, 7);
    assert.equal((await ask("]")).error.code, -32700);
    assert.equal((await request(7, "tools/call", {})).error.code, -32602);
    assert.equal((await request(8, "none")).error.code, -32601);
  } finally {
    const ended = once(child, "close");
    child.stdin.end();
    await ended;
  }
});
