import process from "node:process";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { VERSION } from "../../core/contract/mod.ts";
import type { JobCount } from "../postgres/mod.ts";
import { type Log, OBJECT_MISSING_EVENT } from "../routes/http/mod.ts";
import type { Readiness } from "./readiness.ts";

/** What is measured, in the text format of Prometheus. */
export interface Metrics {
  registry: Registry;
  /** Seconds from a request to the beginning of its response. */
  requestDuration: Histogram<"method" | "route" | "status">;
  requestsInFlight: Gauge;
  /** Seconds of an action of another command that `serve` executed, such as `commit`. */
  actionDuration: Histogram<"action" | "outcome">;
  logEvents: Counter<"event" | "level">;
  upstreamFailures: Counter<"code">;
  missingObjects: Counter;
  expiredBatches: Counter;
}

export interface MetricsSources {
  readiness: () => Promise<Readiness>;
  /** Counts the jobs of all queues; null without a database. */
  countJobs: (() => Promise<JobCount[]>) | null;
}

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ACTION_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

export function createMetrics({ readiness, countJobs }: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "tck_build_info",
    help: "1, with the version of this process",
    labelNames: ["version"],
    registers,
  }).set({ version: VERSION }, 1);
  const metrics: Metrics = {
    registry,
    requestDuration: new Histogram({
      name: "tck_http_request_duration_seconds",
      help: "Time from a request to the beginning of its response",
      labelNames: ["method", "route", "status"],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    requestsInFlight: new Gauge({
      name: "tck_http_requests_in_flight",
      help: "Requests whose response has not begun",
      registers,
    }),
    actionDuration: new Histogram({
      name: "tck_action_duration_seconds",
      help: "Time of an action that another command sent to this process, such as commit",
      labelNames: ["action", "outcome"],
      buckets: ACTION_BUCKETS,
      registers,
    }),
    logEvents: new Counter({
      name: "tck_log_events_total",
      help: "Events of the log",
      labelNames: ["event", "level"],
      registers,
    }),
    upstreamFailures: new Counter({
      name: "tck_upstream_failures_total",
      help: "Requests that failed because the service behind this one did not answer properly or in time",
      labelNames: ["code"],
      registers,
    }),
    expiredBatches: new Counter({
      name: "tck_batches_expired_total",
      help: "Batches that were deleted because they are older than TCK_KEEP_BATCHES",
      registers,
    }),
    missingObjects: new Counter({
      name: "tck_objects_missing_total",
      help: "Reads of an object that a committed batch references and that does not exist",
      registers,
    }),
  };
  addDependencyGauge(registry, readiness);
  if (countJobs !== null) addQueueGauge(registry, countJobs);
  addProcessMetrics(registry);
  return metrics;
}

export function countLogEvents(log: Log, metrics: () => Metrics | null): Log {
  return (event) => {
    const counters = metrics();
    counters?.logEvents.inc({ event: event.event, level: event.level });
    if (event.event === OBJECT_MISSING_EVENT) counters?.missingObjects.inc();
    const code = event["code"];
    if (typeof code === "string" && code.startsWith("upstream.")) counters?.upstreamFailures.inc({ code });
    log(event);
  };
}

function addDependencyGauge(registry: Registry, readiness: MetricsSources["readiness"]): void {
  new Gauge({
    name: "tck_dependency_up",
    help: "Whether a service that this one depends on answers, as in /readyz",
    labelNames: ["dependency"],
    registers: [registry],
    async collect() {
      const { checks } = await readiness();
      for (const [dependency, state] of Object.entries(checks)) {
        this.set({ dependency }, state === "up" ? 1 : 0);
      }
    },
  });
}

/** If the database does not answer, the gauge has no values, and the other metrics do not wait for it. */
function addQueueGauge(registry: Registry, countJobs: () => Promise<JobCount[]>): void {
  new Gauge({
    name: "tck_queue_jobs",
    help: "Jobs of the queues, by state",
    labelNames: ["queue", "state"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { queue, state, count } of await countJobs().catch(() => [])) {
        this.set({ queue, state }, count);
      }
    },
  });
}

/** Adds the process metrics of prom-client that Deno supports too. */
function addProcessMetrics(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory",
    registers,
    collect() {
      this.set(process.memoryUsage().rss);
    },
  });
  new Counter({
    name: "process_cpu_seconds_total",
    help: "CPU time of the process, user and system",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1_000_000);
    },
  });
  new Gauge({
    name: "process_start_time_seconds",
    help: "When the process started, in seconds since the epoch",
    registers,
  }).set(Math.round(performance.timeOrigin / 1000));
}
