import { Hono } from "hono";
import {
  countLogEvents,
  createMetrics,
  createOperationsRoutes,
  createReadiness,
  type Metrics,
  observeRequests,
  type OperationsOptions,
  type ReadinessChecks,
} from "../operations/mod.ts";
import { type Log, respondProblem } from "../routes/http/mod.ts";
import { systemClock } from "../time/mod.ts";
import type { ApplicationSettings } from "./application_settings.ts";
import type { Storage } from "./storage.ts";

/** Options of the routes and the log for operators. */
export interface ObservedOptions extends Omit<OperationsOptions, "metricsToken"> {
  settings: Pick<ApplicationSettings, "metricsToken" | "logsRequests">;
  /** The detail of the answer to a request that no route matches. */
  unmatched: string;
  /** The path of a route that limits large bodies itself; absent: there is none. */
  largeBodies?: string | undefined;
}

interface ObservedDependencies {
  checks: ReadinessChecks;
  /** Counts the jobs of all queues; null without a database. */
  countJobs: Storage["countJobs"] | null;
  log: Log;
  /** Aborts when the process is about to end. */
  draining?: AbortSignal | undefined;
}

/** An application whose requests and log are measured, with the routes for operators. */
export interface ObservedApplication {
  /** Where further routes are added, before the first request. */
  app: Hono;
  answer: (request: Request) => Promise<Response>;
  metrics: Metrics;
  /** The log, whose events are counted. */
  log: Log;
}

/** Creates an application with `/healthz`, `/readyz` and `/metrics`. */
export function createObservedApplication(
  { roles, hostname, settings, unmatched, largeBodies }: ObservedOptions,
  { checks, countJobs, draining, log: uncounted }: ObservedDependencies,
): ObservedApplication {
  const { metricsToken, logsRequests } = settings;
  const log = countLogEvents(uncounted, () => metrics);
  const readiness = createReadiness(checks, systemClock.now, log);
  const metrics = createMetrics({ readiness, countJobs });
  const app = new Hono();
  app.notFound(() => respondProblem("route.not_found", unmatched));
  app.route("/", createOperationsRoutes({ roles, hostname, metricsToken }, { readiness, metrics, draining }));
  return { app, metrics, log, answer: observeRequests(app, { metrics, log, logsRequests, largeBodies }) };
}
