import assert from "node:assert/strict";
import fc from "fast-check";
import { checkConfig } from "../../../preview/server/model/config/check_config.ts";
import { PreviewConfigError } from "../../../preview/server/model/mod.ts";
import { createRequestGuard } from "../../../preview/server/http/request_guard.ts";
import { openPreviewSession } from "./preview_session.ts";
import { Project } from "./project.ts";

const hostNames = fc.oneof(
  fc.constantFrom(
    "localhost",
    "127.0.0.1",
    "[::1]",
    "x.localhost",
    "evil.example",
    "localhost.evil.example",
    "0.0.0.0",
  ),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.string({ maxLength: 20 }).filter((text) => /^[\x21-\x7e]*$/.test(text)),
);
const authorities = fc.tuple(hostNames, fc.constantFrom("", ":5173", ":80", ":05173", ":51730"))
  .map((parts) => parts.join(""));
const origins = fc.oneof(
  fc.tuple(fc.constantFrom("http://", "https://", "file://", ""), authorities).map((parts) => parts.join("")),
  fc.constantFrom("null", "https://preview.example"),
);
const requests = fc.record({
  method: fc.constantFrom("GET", "POST", "DELETE", "HEAD", "OPTIONS"),
  url: fc.oneof(
    fc.constantFrom("/__tck/bundles", "/", "/__tck/rescan", "//evil.example/__tck/bundles", "*"),
    authorities.map((authority) => `http://${authority}/__tck/bundles`),
  ),
  headers: fc.record({
    host: fc.oneof(authorities, fc.constant("preview.example")),
    origin: origins,
    "sec-fetch-site": fc.constantFrom("same-origin", "same-site", "cross-site", "none"),
    "sec-fetch-mode": fc.constantFrom("navigate", "cors", "no-cors"),
    "sec-fetch-dest": fc.constantFrom("document", "iframe", "script", "empty"),
  }, { requiredKeys: ["host"] }),
});

/** Another statement of the hosts that the guard accepts. */
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.localhost):0?5173$/i;

// claim: preview-own-origin
Deno.test("the guard accepts only requests for this preview that are from its own pages or from programs", () => {
  const guard = createRequestGuard({
    port: 5173,
    host: "localhost",
    allowedOrigins: ["https://preview.example"],
    token: null,
  });
  let passed = 0;
  fc.assert(
    fc.property(requests, ({ method, url, headers }) => {
      if (guard.check({ method, url, headers: new Headers(headers) }) !== null) return;
      passed++;
      const host = normalise(headers.host);
      assert.ok(OWN_HOST.test(host) || host === "preview.example", host);
      const { origin, "sec-fetch-site": site, "sec-fetch-mode": mode } = headers;
      if (origin !== undefined) {
        assert.ok(
          origin === "https://preview.example" || origin.replace(/^https?:\/\//, "") === host,
          origin,
        );
      } else if (site !== undefined && site !== "same-origin" && site !== "none") {
        assert.ok(
          mode === "navigate" && method === "GET" && ["/", "//evil.example/__tck/bundles", "*"].includes(url),
          url,
        );
      }
    }),
    { numRuns: 20_000 },
  );
  assert.ok(passed > 100, `${passed} passed`);
});

Deno.test("any value is a configuration, or an error that says why it is not", () => {
  const value = fc.anything({
    withNullPrototype: true,
    withBigInt: true,
    withDate: true,
    withMap: true,
    maxDepth: 4,
  });
  const config = fc.record({
    scan: fc.oneof(value, fc.record({ bundled: value }, { requiredKeys: [] })),
    canvas: fc.oneof(
      value,
      fc.record({ feeds: fc.oneof(value, fc.array(value)), grids: value }, { requiredKeys: [] }),
    ),
    viteFinal: value,
    watchGlobs: value,
  }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.oneof(value, config), (value) => {
      try {
        checkConfig(value, "tck.preview.config.ts");
      } catch (error) {
        assert.ok(error instanceof PreviewConfigError, String(error));
        assert.match(error.message, /^Cannot use configuration "tck\.preview\.config\.ts": .+/);
        assert.ok(error.message.length < 3_000);
      }
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("routes that accept JSON answer any JSON without failing", async () => {
  await using project = await Project.create();
  const reports: string[] = [];
  const session = await openPreviewSession({
    projectDirectory: project.path,
    watch: false,
    report: (message) => void reports.push(message),
    resolveHost: () => Promise.resolve([]),
  });
  const card = fc.record({ id: fc.jsonValue(), label: fc.jsonValue() }, { requiredKeys: [] });
  const batch = fc.record(
    {
      id: fc.oneof(fc.string(), fc.jsonValue()),
      label: fc.string(),
      bundles: fc.oneof(fc.array(card), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  const url = fc.tuple(
    fc.constantFrom("http://", "https://", "file://", ""),
    fc.constantFrom("nowhere.example", "127.0.0.1", "[::1]", "10.1", "0x7f.1", "user@nowhere.example", ""),
    fc.string(),
  ).map(([scheme, host, rest]) => `${scheme}${host}/${rest}`);
  const remote = fc.record({ url: fc.oneof(url, fc.string(), fc.jsonValue()) });
  const calls = fc.tuple(
    fc.constantFrom("feed-batches", "bundle/fetch"),
    fc.oneof(batch, remote, fc.jsonValue()),
  );
  await fc.assert(
    fc.asyncProperty(calls, async ([path, body]) => {
      const headers = { "content-type": "application/json" };
      const request = new Request(`http://localhost/__tck/${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      const response = await session.handle(request);
      assert.ok(
        [200, 400, 404, 502].includes(response!.status),
        `${response!.status} ${await response!.text()}`,
      );
    }),
    { numRuns: 200 },
  );
  assert.deepEqual(reports, []);
  await session.close();
});

/** A host as browsers write it in an origin. */
function normalise(host: string): string {
  return new URL(`http://${host}`).host;
}
