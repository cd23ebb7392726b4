import process from "node:process";
import { sendEventsTo } from "../operations/server_log.ts";

/** Sends what is left to the collector, and ends. */
export type EndExport = () => Promise<void>;

/**
 * Sends the events of the log to the collector of the `OTEL_EXPORTER_OTLP_…` variables, if `OTEL_DENO` is on: Deno itself
 * sends spans, metrics and what is written to the console, which the log is not.
 */
export async function exportLog(): Promise<EndExport> {
  const isOn = ["true", "1"].includes(process.env["OTEL_DENO"] ?? "") &&
    process.env["OTEL_LOGS_EXPORTER"] !== "none";
  if (!isOn) return () => Promise.resolve();
  const { BatchLogRecordProcessor, LoggerProvider } = await import("@opentelemetry/sdk-logs");
  const { detectResources, envDetector } = await import("@opentelemetry/resources");
  const provider = new LoggerProvider({
    resource: detectResources({ detectors: [envDetector] }),
    processors: [new BatchLogRecordProcessor({ exporter: await createExporter() })],
  });
  sendEventsTo(provider);
  return () => provider.shutdown();
}

async function createExporter() {
  const protocol = process.env["OTEL_EXPORTER_OTLP_LOGS_PROTOCOL"] ??
    process.env["OTEL_EXPORTER_OTLP_PROTOCOL"];
  const { OTLPLogExporter } = protocol === "http/json"
    ? await import("@opentelemetry/exporter-logs-otlp-http")
    : await import("@opentelemetry/exporter-logs-otlp-proto");
  return new OTLPLogExporter();
}
