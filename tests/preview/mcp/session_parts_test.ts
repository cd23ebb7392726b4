import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY, type Transport } from "@modelcontextprotocol/server";
import { SessionTransport } from "../../../preview/server/mcp/session_transport.ts";
import type { InputSchema } from "../../../preview/server/mcp/tool.ts";
import { findInputFault } from "../../../preview/server/mcp/tool_input.ts";
import { listChoices } from "../../../preview/server/mcp/widget_tools.ts";
import { Workspace } from "../../../preview/server/mcp/workspace.ts";

const INPUT: InputSchema = {
  type: "object",
  properties: {
    widget: { type: "string", description: "The widget" },
    theme: { type: "string", enum: ["light", "dark"], description: "The theme" },
  },
  required: ["widget"],
  additionalProperties: false,
};

Deno.test("the first fault of a tool's arguments is named", () => {
  const faults: [input: object, fault: string | null][] = [
    [{ widget: "a" }, null],
    [{ widget: "a", theme: "dark" }, null],
    [{}, "widget is missing: The widget"],
    [{ theme: "dark" }, "widget is missing: The widget"],
    [{ widget: 7 }, "widget is 7, expected a string"],
    [{ widget: "a", theme: "blue" }, 'theme is "blue", expected one of "light", "dark"'],
    [{ widget: "a", toString: "b" }, '"toString" is not an argument: the tool has widget, theme'],
  ];
  for (const [input, fault] of faults) {
    assert.equal(findInputFault(INPUT, input as { [name: string]: unknown }), fault);
  }
  const none = { type: "object", properties: {}, additionalProperties: false } as const;
  assert.equal(findInputFault(none, {}), null);
  assert.equal(findInputFault(none, { a: "b" }), '"a" is not an argument: the tool has none');
});

Deno.test("an error lists at most 20 choices", () => {
  const names = Array.from({ length: 21 }, (_, index) => `w${index}`);
  assert.equal(listChoices([]), "there is none");
  assert.match(listChoices(names.slice(0, 20)), /^there are "w0", .*"w19"$/);
  assert.match(listChoices(names), /"w19" and 1 more, as list_widgets lists them$/);
});

Deno.test("a session begins with initialize, and what it cannot deliver is answered with an error", async () => {
  const sent: { id: unknown; error?: { code: number } }[] = [];
  const delivered: unknown[] = [];
  const [ended, errors]: [string[], Error[]] = [[], []];
  const input = new PassThrough();
  const lines: Transport = {
    start: () => Promise.resolve(),
    send: (message: JSONRPCMessage) => Promise.resolve(void sent.push(message as never)),
    close: () => Promise.resolve(void ended.push("closed")),
  };
  const session = new SessionTransport(lines, input);
  session.onmessage = (message) => delivered.push((message as { method: string }).method);
  session.onclose = () => ended.push("end");
  session.onerror = (error) => errors.push(error);
  await session.start();
  const ask = (id: number | null, method: string, params?: object) =>
    lines.onmessage!(
      { jsonrpc: "2.0", ...(id !== null && { id }), method, ...(params && { params }) } as JSONRPCMessage,
    );
  const clientInfo = { name: "test", version: "1" };
  ask(1, "ping");
  ask(2, "tools/list");
  ask(3, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  ask(null, "notifications/initialized");
  ask(4, "tools/list");
  ask(5, "tools/call", { name: "a", arguments: {} });
  ask(6, "tools/call", {});
  assert.deepEqual(delivered, [
    "ping",
    "initialize",
    "notifications/initialized",
    "tools/list",
    "tools/call",
  ]);
  input.write('{"id": 1}\n{"id": \n');
  while (sent.length < 3) await new Promise((resolve) => setTimeout(resolve));
  lines.onerror!(Object.assign(new Error("odd"), { name: "ZodError" }));
  const broken = new Error("broken pipe");
  lines.onerror!(broken);
  assert.deepEqual(sent.map(({ id, error }) => [id, error?.code]), [
    [2, -32600],
    [6, -32602],
    [null, -32700],
    [null, -32600],
  ]);
  assert.deepEqual(errors, [broken]);
  lines.onclose!();
  input.write('{"id": \n');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(sent.length, 4, "nothing is read after the end");
  await session.closed;
  await session.close();
  assert.deepEqual(ended, ["end", "closed"]);
});

Deno.test("a request that names its version of the protocol needs no initialize, and each names one that exists", async () => {
  const delivered: unknown[] = [];
  const sent: unknown[] = [];
  const lines: Transport = {
    start: () => Promise.resolve(),
    send: (message: JSONRPCMessage) => Promise.resolve(void sent.push(message)),
    close: () => Promise.resolve(),
  };
  const session = new SessionTransport(lines, new PassThrough());
  session.onmessage = (message) => delivered.push((message as { method: string }).method);
  await session.start();
  const params = { _meta: { [PROTOCOL_VERSION_META_KEY]: "2026-07-28" } };
  lines.onmessage!({ jsonrpc: "2.0", id: 1, method: "tools/list", params });
  assert.deepEqual([delivered, sent], [["tools/list"], []]);
  const unknown = { _meta: { [PROTOCOL_VERSION_META_KEY]: "v999" } };
  lines.onmessage!({ jsonrpc: "2.0", id: 2, method: "tools/list", params: unknown });
  const data = { supported: ["2026-07-28"], requested: "v999" };
  assert.deepEqual(sent, [
    { jsonrpc: "2.0", id: 2, error: { code: -32022, message: "Unsupported protocol version: v999", data } },
  ]);
  assert.deepEqual(delivered, ["tools/list"]);
});

Deno.test("tools run one after the other, also after one that failed, and the workspace waits for the last", async () => {
  const workspace = new Workspace({ cwd: "/" });
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = workspace.enqueue(async () => {
    steps.push("first");
    await gate.promise;
    steps.push("fails");
    throw new Error("no");
  });
  const second = workspace.enqueue(() => Promise.resolve(steps.push("second")));
  const closing = workspace.close().then(() => steps.push("closed"));
  await Promise.resolve();
  assert.deepEqual(steps, ["first"]);
  gate.resolve();
  await assert.rejects(first, /no/);
  assert.equal(await second, 3);
  await closing;
  assert.deepEqual(steps, ["first", "fails", "second", "closed"]);
});
