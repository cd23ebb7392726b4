import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { VERSION } from "../../core/contract/mod.ts";
import { isLoopbackName } from "../../core/naming/mod.ts";
import { ISOLATION_HEADERS, respondProblem, respondUnmatched } from "../routes/http/mod.ts";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

export interface OperationsOptions {
  roles: readonly string[];
  /** The address that the process listens on, absent on workerd. */
  hostname?: string | undefined;
  /** `TCK_METRICS_TOKEN`. */
  metricsToken: string | undefined;
}

/** What the routes for operators work with. */
export interface OperationsDependencies {
  readiness: () => Promise<Readiness>;
  metrics: Metrics;
  /** Aborts when the process is about to end. */
  draining?: AbortSignal | undefined;
}

const NO_STORE = { ...ISOLATION_HEADERS, "Cache-Control": "no-store" };

/**
 * Creates `/healthz` (the process is alive), `/readyz` (it can answer requests) and `/metrics`.
 *
 * Metrics need the token. Without one they exist only on a listener that just this machine can reach, for a client that
 * names that listener itself, since a page of another site cannot (DNS rebinding).
 */
export function createOperationsRoutes(
  { roles, hostname, metricsToken }: OperationsOptions,
  { readiness, metrics, draining }: OperationsDependencies,
): Hono {
  const routes = new Hono();
  routes.get("/healthz", async (context) => {
    const [missing] = (await metrics.missingObjects.get()).values;
    return context.json(
      { status: "ok", version: VERSION, roles, missingObjects: missing?.value ?? 0 },
      200,
      NO_STORE,
    );
  });

  routes.get("/readyz", async (context) => {
    const { checks, down, isReady } = await readiness();
    const isDraining = draining?.aborted === true;
    if (isReady && !isDraining) return context.json({ status: "ready", roles, checks, down }, 200, NO_STORE);
    const headers = { ...NO_STORE, "Retry-After": "1" };
    return context.json(
      { status: isDraining ? "draining" : "unavailable", roles, checks, down },
      503,
      headers,
    );
  });

  routes.get("/metrics", async (context) => {
    const rejection = metricsToken === undefined
      ? rejectRemote(context.req.url, hostname)
      : rejectWithoutToken(context.req.header("Authorization"), metricsToken);
    if (rejection !== null) return rejection;
    const { registry } = metrics;
    return context.body(await registry.metrics(), 200, { ...NO_STORE, "Content-Type": registry.contentType });
  });

  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    routes.all(path, (context) => respondUnmatched(routes, context));
  }
  return routes;
}

function rejectRemote(url: string, hostname: string | undefined): Response | null {
  const named = URL.parse(url)?.hostname ?? "";
  if (hostname !== undefined && isLoopbackName(hostname) && isLoopbackName(named)) return null;
  return respondProblem(
    "route.not_found",
    "The metrics need TCK_METRICS_TOKEN on another than a loopback address",
  );
}

function rejectWithoutToken(authorization: string | undefined, token: string): Response | null {
  const given = /^Bearer +([^ ].*)$/i.exec(authorization ?? "")?.[1] ?? "";
  if (timingSafeEqual(digest(given), digest(token))) return null;
  return respondProblem("auth.unauthenticated", "The metrics need the token of TCK_METRICS_TOKEN");
}

/** A digest has a fixed length, which the comparison requires. */
function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
