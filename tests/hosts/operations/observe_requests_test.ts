import assert from "node:assert/strict";
import { VERSION } from "../../../core/contract/mod.ts";
import { Hono } from "hono";
import type { LogEvent } from "../../../core/commit/mod.ts";
import { countLogEvents, createMetrics } from "../../../hosts/operations/metrics.ts";
import { observeRequests } from "../../../hosts/operations/observe_requests.ts";
import { countInMemory } from "../../../hosts/application/request_counter.ts";
import { createOperationsRoutes } from "../../../hosts/operations/operations_routes.ts";
import {
  MAX_BODY_BYTES,
  MAX_DISCARDED_BYTES,
  MAX_URL_LENGTH,
  rejectOversized,
} from "../../../hosts/operations/observe_requests.ts";
import { createServerLog } from "../../../hosts/operations/server_log.ts";

const ORIGIN = "http://localhost";

/** Observes an application with one route, whose answers the test decides. */
function observe({ logsRequests = true, answer = (): Response => new Response("yes") } = {}) {
  const metrics = createMetrics({
    readiness: () => Promise.resolve({ checks: {}, down: [], isReady: true }),
    countJobs: null,
  });
  const application = new Hono();
  application.use("*", (_, next) => next());
  application.get("/pages/:id", answer);
  application.onError((error) => {
    throw error;
  });
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log = createServerLog({ format: "json", level: "info" }, { note: write, warn: write });
  const logged = (event: LogEvent) => log(event);
  application.get("/logged", () => {
    log({ event: "noted", level: "info", message: "Noted" });
    return new Response("logged");
  });
  const send = observeRequests(application, { metrics, log: logged, logsRequests });
  const inFlight = async () => (await metrics.requestsInFlight.get()).values[0]!.value;
  const labels = async () =>
    (await metrics.requestDuration.get()).values.filter(({ metricName }) => metricName?.endsWith("_count"))
      .map(({ labels: { method, route, status } }) => `${method} ${route} ${status}`);
  return { send, lines, inFlight, labels, metrics };
}

// claim: inputs-parsed
Deno.test("a URL and a stated body of exactly the limits are accepted, and more is rejected", async () => {
  const url = (length: number) => new Request(`${ORIGIN}/${"a".repeat(length - ORIGIN.length - 1)}`);
  assert.equal(rejectOversized(url(MAX_URL_LENGTH)), null);
  assert.equal(rejectOversized(url(MAX_URL_LENGTH + 1))?.status, 414);
  const body = (length: number) =>
    new Request(ORIGIN, { method: "POST", headers: { "Content-Length": String(length) } });
  assert.equal(rejectOversized(body(MAX_BODY_BYTES)), null);
  const rejected = (length: number) => {
    const { status, headers } = rejectOversized(body(length))!;
    return [status, headers.get("Connection")];
  };
  assert.deepEqual(rejected(MAX_BODY_BYTES + 1), [413, null]);
  assert.deepEqual(rejected(MAX_DISCARDED_BYTES), [413, null]);
  assert.deepEqual(rejected(MAX_DISCARDED_BYTES + 1), [413, "close"]);
  assert.deepEqual([MAX_URL_LENGTH, MAX_BODY_BYTES], [8_192, 1_048_576]);
  assert.equal((await observe().send(url(MAX_URL_LENGTH + 1))).status, 414);
});

// claim: request-id-harmless
Deno.test("the id of a request is the caller's if it can be written to a log, also where the response has it", async () => {
  const { send } = observe();
  const idOf = async (id: string) =>
    (await send(new Request(`${ORIGIN}/pages/1`, { headers: { "X-Request-Id": id } }))).headers.get(
      "X-Request-Id",
    );
  for (const id of ["a", "A.b_c:d/e+f=g-9", "x".repeat(128)]) assert.equal(await idOf(id), id);
  for (const id of ["", "two words", "x".repeat(129), "a\u00e9", "a\u0022b"]) {
    assert.match((await idOf(id))!, /^[0-9a-f-]{36}$/, id);
  }
  const named = observe({ answer: () => new Response("", { headers: { "X-Request-Id": "its own" } }) });
  const answer = await named.send(new Request(`${ORIGIN}/pages/1`));
  assert.equal(answer.headers.get("X-Request-Id"), "its own");
});

Deno.test("requests are counted by method, route and status, HEAD by the route of GET, unknown ones without their names", async () => {
  const { send, labels, lines, inFlight } = observe();
  for (
    const [method, path] of [["GET", "/pages/7?a=b"], ["HEAD", "/pages/7"], ["GET", "/secret"], [
      "BREW",
      "/pages/7",
    ]]
  ) {
    await send(new Request(`${ORIGIN}${path}`, { method: method! }));
  }
  assert.deepEqual(await labels(), [
    "GET /pages/:id 200",
    "HEAD /pages/:id 200",
    "GET unmatched 404",
    "other unmatched 404",
  ]);
  assert.equal(await inFlight(), 0);
  const events = lines.map((line) => JSON.parse(line));
  assert.deepEqual(events.map(({ message }) => message), await labels());
  for (const { event, level, requestId, durationMs } of events) {
    assert.deepEqual([event, level], ["request_answered", "info"]);
    assert.match(requestId, /^[0-9a-f-]{36}$/);
    assert.ok(durationMs >= 0 && durationMs < 600_000);
  }
});

Deno.test("a request that fails is not in flight any more, and what is logged meanwhile has its id", async () => {
  const { send, inFlight, lines } = observe({ logsRequests: false });
  await send(new Request(`${ORIGIN}/logged`, { headers: { "X-Request-Id": "mine" } }));
  assert.deepEqual(lines.map((line) => JSON.parse(line).requestId), ["mine"]);
  const failing = observe({
    answer: () => {
      throw new Error("boom");
    },
  });
  await assert.rejects(() => failing.send(new Request(`${ORIGIN}/pages/1`)), /boom/);
  assert.deepEqual([await failing.inFlight(), await inFlight()], [0, 0]);
});

Deno.test("the routes for operators are not stored, and the number of missing objects is in the health", async () => {
  const { metrics } = observe();
  metrics.missingObjects.inc(2);
  let down: string[] = [];
  const readiness = () =>
    Promise.resolve({
      checks: { database: down.length === 0 ? "up" : "down" } as const,
      down,
      isReady: down.length === 0,
    });
  const options = { roles: ["storage"], hostname: "127.0.0.1", metricsToken: undefined };
  const routes = createOperationsRoutes(options, { readiness, metrics });
  const health = await routes.request(`${ORIGIN}/healthz`);
  assert.deepEqual(await health.json(), {
    status: "ok",
    version: VERSION,
    roles: ["storage"],
    missingObjects: 2,
  });
  const ready = await routes.request(`${ORIGIN}/readyz`);
  assert.deepEqual([ready.status, ready.headers.get("Retry-After")], [200, null]);
  assert.deepEqual(await ready.json(), {
    status: "ready",
    roles: ["storage"],
    checks: { database: "up" },
    down: [],
  });
  down = ["database"];
  const unready = await routes.request(`${ORIGIN}/readyz`);
  assert.deepEqual([unready.status, unready.headers.get("Retry-After")], [503, "1"]);
  assert.deepEqual(await unready.json(), {
    status: "unavailable",
    roles: ["storage"],
    checks: { database: "down" },
    down,
  });
  const measured = await routes.request(`${ORIGIN}/metrics`);
  for (const response of [health, ready, unready, measured]) {
    assert.equal(response.headers.get("Cache-Control"), "no-store");
    assert.equal(response.headers.get("X-Content-Type-Options"), "nosniff");
  }
  const samples = (await measured.text()).split("\n");
  assert.ok(samples.includes("tck_objects_missing_total 2"));
  assert.ok(samples.includes(`tck_build_info{version="${VERSION}"} 1`));
  const statuses = await Promise.all(
    ["http://pages.example.com", "http://127.0.0.1:1", "http://[::1]", "http://a.localhost"].map(async (
      origin,
    ) => (await routes.request(`${origin}/metrics`)).status),
  );
  assert.deepEqual(statuses, [404, 200, 200, 200]);
  const wide = createOperationsRoutes({ ...options, hostname: "0.0.0.0" }, { readiness, metrics });
  assert.equal((await wide.request(`${ORIGIN}/metrics`)).status, 404);
});

// claim: secrets-not-written
Deno.test("the log of text has the cause of a warning, and no credentials in any form", () => {
  const [notes, warnings]: [string[], string[]] = [[], []];
  const lines = {
    note: (line: string) => void notes.push(line),
    warn: (line: string) => void warnings.push(line),
  };
  const log = createServerLog({ format: "text", level: "info" }, lines);
  log({ event: "started", level: "info", message: "Started", cause: "not shown" });
  log({ event: "late", level: "warning", message: "Late", cause: "postgres://ada:p@ss@db/x" });
  log({ event: "failed", level: "error", message: "Basic dXNlcjpwYXNz and BEARER a.b-c" });
  assert.deepEqual(notes, ["started: Started"]);
  assert.equal(warnings[1], "error: failed: Basic … and BEARER …");
  assert.match(warnings[0]!, /^warning: late: Late: postgres:\/\/…@/);
  assert.doesNotMatch(warnings[0]!, /ada|:p@/);
  const strict = createServerLog({ format: "text", level: "error" }, lines);
  strict({ event: "late", level: "warning", message: "Late" });
  strict({ event: "failed", level: "error", message: "Failed" });
  assert.deepEqual([notes.length, warnings.length], [1, 3]);
});

Deno.test("each event of the log is counted, and those of the service behind and of missing objects also by themselves", async () => {
  const { metrics } = observe();
  const written: string[] = [];
  const log = countLogEvents(({ event }) => void written.push(event), () => metrics);
  const failed = { event: "request_failed", level: "error", message: "Failed" } as const;
  for (const code of ["upstream.unavailable", "upstream.timeout", "upstream.timeout", "server.failed"]) {
    log({ ...failed, code });
  }
  log({ event: "object_missing", level: "error", message: "Missing" });
  countLogEvents(({ event }) => void written.push(event), () => null)(failed);
  assert.equal(written.length, 6, "every event is written too");
  const valuesOf = async (counter: { get(): Promise<{ values: { labels: object; value: number }[] }> }) =>
    (await counter.get()).values.map(({ labels, value }) => [...Object.values(labels), value].join(" "))
      .sort();
  assert.deepEqual(await valuesOf(metrics.logEvents), ["object_missing error 1", "request_failed error 4"]);
  assert.deepEqual(await valuesOf(metrics.upstreamFailures), [
    "upstream.timeout 2",
    "upstream.unavailable 1",
  ]);
  assert.deepEqual(await valuesOf(metrics.missingObjects), ["1"]);
});

Deno.test("the jobs of queues and the dependencies are read when the metrics are, and a database that fails leaves the rest", async () => {
  let jobs = () => Promise.resolve([{ queue: "q", state: "retry", count: 3 }]);
  const checks = { database: "up", objects: "down" } as const;
  const { registry } = createMetrics({
    readiness: () => Promise.resolve({ checks, down: ["objects"], isReady: true }),
    countJobs: () => jobs(),
  });
  const read = async () => (await registry.metrics()).split("\n");
  const first = await read();
  assert.ok(first.includes('tck_queue_jobs{queue="q",state="retry"} 3'));
  assert.ok(first.includes('tck_dependency_up{dependency="database"} 1'));
  assert.ok(first.includes('tck_dependency_up{dependency="objects"} 0'));
  jobs = () => Promise.resolve([]);
  assert.ok(
    !(await read()).some((line) => line.startsWith("tck_queue_jobs{")),
    "a state without jobs has no value",
  );
  jobs = () => Promise.reject(new Error("no connection"));
  const [last] = [await read()];
  assert.ok(last.includes('tck_dependency_up{dependency="database"} 1'));
  assert.ok(last.some((line) => /^process_cpu_seconds_total [\d.]+$/.test(line)));
});

Deno.test("what is left of a window is stated in whole seconds, at least one", async () => {
  const counter = countInMemory({ requests: 1, windowSeconds: 1 });
  const first = await counter.count("ada");
  const window = { limit: 1, seconds: 1, remaining: 0 };
  assert.deepEqual(first, { isExceeded: false, resetSeconds: 1, window });
  const second = await counter.count("ada");
  assert.deepEqual(second, { isExceeded: true, resetSeconds: 1, window });
  assert.equal((await counter.count("bob")).isExceeded, false);
  await counter.close();
});
