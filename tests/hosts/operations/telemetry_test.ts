import assert from "node:assert/strict";
import { COMMAND_LINE, preparedFolder, startProgram } from "../cli/command_process.ts";
import { listen } from "../routes/sockets.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

Deno.test("with OTEL_DENO=true the runtime sends spans of requests, in the trace of the caller", async () => {
  const received = Promise.withResolvers<string>();
  const kinds = new Set<string>();
  const collector = listen(async (request) => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    kinds.add(pathname);
    if (pathname === "/v1/traces" && text.includes(TRACE_ID)) received.resolve(text);
    return Response.json({});
  });
  try {
    await using store = await preparedFolder();
    await using server = startProgram([
      ...COMMAND_LINE,
      "serve",
      "--port",
      "0",
      "--data",
      store.path,
      "--json",
    ], {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "tck",
      OTEL_BSP_SCHEDULE_DELAY: "200",
    });
    const { url } = JSON.parse((await server.printed(/^\{.*\}$/m))[0]);
    const headers = { traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` };
    await (await fetch(`${url}/healthz`, { headers })).body?.cancel();
    await server.stop("SIGTERM"); // Its last spans are sent before it ends.
    const timer = setTimeout(() => received.reject(new Error(`No span: ${[...kinds]}`)), 60_000);
    const spans = await received.promise;
    clearTimeout(timer);
    assert.match(spans, /b7ad6b7169203331/);
    assert.match(spans, /"stringValue":\s*"tck"/);
  } finally {
    await collector.close();
  }
});
