/** What an operator sees of a running service: its state, metrics, request ids and log, and the limits of requests. */
export { countLogEvents, createMetrics, type Metrics } from "./metrics.ts";
export { observeRequests } from "./observe_requests.ts";
export { createOperationsRoutes, type OperationsOptions } from "./operations_routes.ts";
export { createReadiness, type ReadinessChecks } from "./readiness.ts";
export { createServerLog, sendEventsTo } from "./server_log.ts";
export { checkDatabase, checkObjects, checkUpstream } from "./service_checks.ts";
