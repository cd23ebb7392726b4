import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  COMMAND_LINE,
  preparedFolder,
  runCommand,
  startProgram,
  temporaryFolder,
} from "../cli/command_process.ts";
import { startCollector } from "./collector.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_ID = "b7ad6b7169203331";

/** A role that opens no database starts sooner. */
const SERVE = [...COMMAND_LINE, "serve", "--role", "public", "--port", "0", "--json"] as const;
const WITHOUT_DATABASE = {
  TCK_AUTH_SECRET: "a secret of the test, with 32 characters or more",
  TCK_INTERNAL_URL: "http://127.0.0.1:9",
};

Deno.test("with OTEL_DENO=true a collector gets spans in the caller's trace, metrics, and the log without secrets", async () => {
  await using collector = startCollector();
  await using store = await temporaryFolder();
  const settings = {
    ...WITHOUT_DATABASE,
    OTEL_DENO: "true",
    TCK_LOG_REQUESTS: "yes",
    ...collector.environment,
  };
  await using server = startProgram([...SERVE, "--data", store.path], settings);
  const { url } = JSON.parse((await server.printed(/^\{.*\}$/m))[0]);
  const headers = {
    traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`,
    "X-Request-Id": "Bearer:eyJhbGciOi.secret",
  };
  await (await fetch(`${url}/healthz`, { headers })).body?.cancel();

  const spans = await collector.until("traces", new RegExp(TRACE_ID));
  assert.match(spans, new RegExp(PARENT_ID));
  assert.match(spans, /"stringValue":\s*"tck-test"/);
  await collector.until("metrics", /"name":\s*"http\.server\./);
  const records = await collector.until("logs", /"request_answered"/);
  const answered = /\{[^{}]*"severityText":"INFO"[^]*?"eventName":"request_answered"/.exec(records);
  assert.ok(answered, records);
  assert.match(records, /"stringValue":\s*"tck-test"/);
  assert.match(records, /GET \/healthz 200/);
  assert.doesNotMatch(records, /eyJhbGciOi/);

  await server.stop("SIGTERM");
  await collector.until("logs", /"draining"/); // The last events are sent before it ends.
});

Deno.test("the events that a worker prints with --json reach a collector too, without secrets", async () => {
  await using collector = startCollector();
  await using store = await preparedFolder();
  const folder = ["--data", store.path, "--workspaces", store.path];
  const request = [
    "--user",
    "ada",
    "--task",
    "t1",
    "--date",
    "2026-01-31",
    "--kind",
    "diary",
  ];
  const workspace = join(store.path, "eyJhbGciOi.secret");
  await mkdir(workspace);
  assert.equal((await runCommand(["commit", "--enqueue", ...request, ...folder, workspace])).code, 0);
  await using worker = startProgram(
    [...COMMAND_LINE, "commit-worker", ...folder, "--once", "--json"],
    { OTEL_DENO: "true", TCK_LOG_LEVEL: "error", ...collector.environment },
  );
  const { stdout } = await worker.ended;
  const printed = stdout.trim().split("\n").map((line) => JSON.parse(line).event);
  assert.deepEqual(printed, ["commit_worker_started", "commit_request_refused"]);
  const records = await collector.until("logs", /"commit_request_refused"/);
  assert.match(records, /"commit_worker_started"/);
  assert.doesNotMatch(records + stdout, /eyJhbGciOi/);
});

Deno.test("a process ends although its collector does not exist", async () => {
  await using store = await temporaryFolder();
  const settings = {
    ...WITHOUT_DATABASE,
    OTEL_DENO: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_EXPORTER_OTLP_TIMEOUT: "500",
  };
  await using server = startProgram([...SERVE, "--data", store.path], settings);
  await server.printed(/^\{.*\}$/m);
  const { code, stderr } = await server.stop("SIGTERM");
  assert.equal(code, 0, stderr);
});
