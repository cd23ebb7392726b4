import { listen } from "../routes/sockets.ts";

/** What a collector of OpenTelemetry receives, as OTLP/JSON. */
export interface Collector extends AsyncDisposable {
  /** The settings by which a process sends to it. */
  readonly environment: Record<string, string>;
  /** The text of everything of one kind so far. */
  received(kind: "traces" | "metrics" | "logs"): string;
  /** Waits for a text of one kind. */
  until(kind: "traces" | "metrics" | "logs", pattern: RegExp): Promise<string>;
}

/** Starts a collector on loopback. */
export function startCollector(): Collector {
  const texts: { [kind: string]: string } = {};
  const waiting = new Set<() => void>();
  const server = listen(async (request) => {
    const kind = new URL(request.url).pathname.split("/").at(-1)!;
    texts[kind] = (texts[kind] ?? "") + await request.text();
    for (const look of waiting) look();
    return Response.json({});
  });
  const received = (kind: string) => texts[kind] ?? "";
  return {
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: server.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "tck-test",
      OTEL_BSP_SCHEDULE_DELAY: "200",
      OTEL_BLRP_SCHEDULE_DELAY: "200",
      OTEL_METRIC_EXPORT_INTERVAL: "500",
    },
    received,
    until: (kind, pattern) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no ${pattern} in the ${kind}: ${received(kind).slice(-4000)}`));
        }, 30_000);
        const look = () => {
          if (!pattern.test(received(kind))) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(received(kind));
        };
        waiting.add(look);
        look();
      }),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
