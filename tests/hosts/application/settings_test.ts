import assert from "node:assert/strict";
import { readDate, readKind, readUser } from "../../../hosts/cli/options.ts";
import { readSettings, resolveAppUrl } from "../../../hosts/application/settings.ts";
import { SettingError } from "../../../hosts/application/errors.ts";

Deno.test("without settings, everything has the embedded default", () => {
  const { read, ...settings } = readSettings({});
  assert.deepEqual(Object.entries(settings).filter(([, value]) => value !== undefined), [
    ["canvas", "sealed"],
    ["corsOrigins", []],
    ["serviceWorker", true],
    ["embedOrigins", []],
    ["scopeRule", "optional"],
    ["logsRequests", false],
    ["log", { format: "text", level: "info" }],
    ["drain", 5_000],
    ["shutdownTimeout", 10_000],
  ]);
  assert.equal(read("TCK_APP_URL"), undefined);
  assert.equal(resolveAppUrl(readSettings({})), null);
});

Deno.test("each setting is read in its unit, and an empty one is absent", () => {
  const settings = readSettings({
    TCK_APP_URL: "https://app.example/tck/",
    TCK_INTERNAL_URL: "http://storage:1/",
    TCK_CLOUD_URL: "https://cloud.example",
    TCK_CORS_ORIGINS: "https://a.example, http://b.example:8080/ ,",
    TCK_EMBED_ORIGINS: "",
    TCK_BUNDLE_CACHE: "3",
    TCK_RETENTION: "2d",
    TCK_SHUTDOWN_TIMEOUT: "0s",
    TCK_RATE_LIMIT: "1200/1m",
    TCK_RATE_LIMIT_URL: "postgresql://db/x",
    TCK_AUTH_SECRET: "ä".repeat(32),
    TCK_METRICS_TOKEN: "m".repeat(32),
    TCK_CANVAS: "open",
    TCK_SERVICE_WORKER: "off",
    TCK_AUTH_SCOPES: "required",
    TCK_LOG: "json",
    TCK_LOG_LEVEL: "error",
    TCK_LOG_REQUESTS: "yes",
  });
  assert.deepEqual([settings.appUrl, settings.internalUrl, settings.cloudUrl], [
    "https://app.example/tck",
    "http://storage:1",
    "https://cloud.example",
  ]);
  assert.deepEqual([settings.corsOrigins, settings.embedOrigins], [[
    "https://a.example",
    "http://b.example:8080",
  ], []]);
  assert.deepEqual([settings.bundleCacheBytes, settings.retention, settings.shutdownTimeout], [
    3_145_728,
    172_800_000,
    0,
  ]);
  assert.deepEqual(settings.rateLimit, { requests: 1200, windowSeconds: 60 });
  assert.equal(settings.authSecret?.byteLength, 64);
  assert.deepEqual([settings.canvas, settings.serviceWorker, settings.scopeRule], [
    "open",
    false,
    "required",
  ]);
  assert.deepEqual([settings.log, settings.logsRequests], [{ format: "json", level: "error" }, true]);
  for (const [text, seconds] of [["1/1s", 1], ["1/2h", 7_200], ["1/24d", 2_073_600]] as const) {
    assert.equal(readSettings({ TCK_RATE_LIMIT: text }).rateLimit?.windowSeconds, seconds);
  }
});

// claim: secrets-not-written
Deno.test("an invalid setting is an error that has its name, and a secret is not repeated", () => {
  const invalid: [name: string, value: string][] = [
    ["TCK_APP_URL", "ftp://app.example"],
    ["TCK_APP_URL", "app.example"],
    ["TCK_APP_URL", "https://ada:hunter2@app.example"],
    ["TCK_APP_URL", "https://app.example/?tenant=1"],
    ["TCK_APP_URL", "https://app.example/#/"],
    ["TCK_INTERNAL_URL", "storage:8787"],
    ["TCK_INTERNAL_URL", "http://gateway/storage"],
    ["TCK_CLOUD_URL", "http://me:hunter2@cloud"],
    ["TCK_AUTH_SECRET", "hunter2".padEnd(31, "x")],
    ["TCK_INTERNAL_SECRET", "hunter2"],
    ["TCK_METRICS_TOKEN", "hunter2"],
    ["TCK_RATE_LIMIT_URL", "mysql://me:hunter2@db"],
    ["TCK_RATE_LIMIT_URL", "postgres://me:hunter2@d b"],
    ["TCK_CORS_ORIGINS", "https://a.example/path"],
    ["TCK_CORS_ORIGINS", "*"],
    ["TCK_EMBED_ORIGINS", "null"],
    ["TCK_BUNDLE_CACHE", "-1"],
    ["TCK_BUNDLE_CACHE", "1000000"],
    ["TCK_BUNDLE_CACHE", "1.5"],
    ["TCK_RETENTION", "24"],
    ["TCK_RETENTION", "1w"],
    ["TCK_RETENTION", "-1h"],
    ["TCK_RETENTION", "36501d"],
    ["TCK_SHUTDOWN_TIMEOUT", "25d"],
    ["TCK_RATE_LIMIT", "1/25d"],
    ["TCK_RATE_LIMIT", "0/1m"],
    ["TCK_RATE_LIMIT", "1/0m"],
    ["TCK_RATE_LIMIT", "1m"],
    ["TCK_CANVAS", "Open"],
    ["TCK_SERVICE_WORKER", "no"],
    ["TCK_LOG_LEVEL", "debug"],
  ];
  for (const [name, value] of invalid) {
    assert.throws(() => readSettings({ [name]: value }), (error: Error) => {
      assert.ok(error instanceof SettingError && error.message.includes(name), error.message);
      return !error.message.includes("hunter2");
    }, `${name}=${value}`);
  }
});

Deno.test("with a database or an object store of its own, the web app's address is required", () => {
  for (const settings of [{ TCK_DATABASE_URL: "postgres://db" }, { TCK_OBJECTS_URL: "s3://bucket" }]) {
    assert.throws(() => resolveAppUrl(readSettings(settings)), /TCK_APP_URL/);
    assert.equal(
      resolveAppUrl(readSettings({ ...settings, TCK_APP_URL: "https://a.example" })),
      "https://a.example",
    );
  }
});

Deno.test("kinds, dates and users of the command line are read or a usage error", () => {
  assert.deepEqual([readKind("morning_brief"), readKind("morning-brief"), readKind("diary")], [
    "morning_brief",
    "morning_brief",
    "diary",
  ]);
  assert.deepEqual([readDate("2024-02-29"), readUser("u".repeat(128))], ["2024-02-29", "u".repeat(128)]);
  const usage = { name: "UsageError" };
  for (const kind of ["", "morning brief", "Diary"]) assert.throws(() => readKind(kind), usage);
  for (const date of ["2026-02-29", "2026-2-9", "today"]) assert.throws(() => readDate(date), usage);
  for (const user of ["", "u".repeat(129), "a\nb"]) assert.throws(() => readUser(user), usage);
});
