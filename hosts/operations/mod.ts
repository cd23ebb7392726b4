/** What an operator sees of a running service: its state, metrics, request ids and log, and the limits of requests. */
export { countLogEvents, createMetrics, type Metrics } from "./metrics.ts";
export { observeRequests } from "./observe_requests.ts";
export { createOperationsRoutes } from "./operations_routes.ts";
export { type Check, type Checks, createReadiness } from "./readiness.ts";
export { createServerLog, type ServerLogOptions } from "./server_log.ts";
export { checkDatabase, checkObjects, checkUpstream } from "./service_checks.ts";
