import { type Check, check } from "./check.ts";
import {
  expect,
  expectHeader,
  expectIsolation,
  expectMethods,
  expectProblem,
  expectStatus,
  readJson,
} from "./expectations.ts";
import { APP_LIST, LIST } from "./service.ts";

const ELSEWHERE = "https://elsewhere.example";

/** The routes for operators, the API's own description, tracing, and the limits of requests. */
export const OPERATIONS_CHECKS: readonly Check[] = [
  check(
    "GET /healthz",
    "answers 200 while the process is alive, without a bearer",
    async ({ cloud, app }) => {
      for (const ask of [cloud, app]) {
        const answer = await ask("/healthz", { token: null });
        expectStatus(answer, 200);
        expectHeader(answer, "Cache-Control", "no-store");
        expectIsolation(answer);
        expect(readJson(answer)["status"] === "ok", answer, "expected status ok");
      }
      await expectMethods((sent) => cloud("/healthz", sent));
    },
  ),
  check("GET /readyz", "names what is down, without a bearer", async ({ cloud, app }) => {
    for (const ask of [cloud, app]) {
      const answer = await ask("/readyz", { token: null });
      expectStatus(answer, 200);
      expectHeader(answer, "Cache-Control", "no-store");
      const { status, checks } = readJson(answer);
      expect(status === "ready" && typeof checks === "object", answer, "expected status ready, and checks");
    }
  }),
  check("GET /metrics", "is not for everybody", async ({ cloud }) => {
    const answer = await cloud("/metrics", { token: null });
    expectStatus(answer, 200, 401, 404);
    // Without a token it exists only on the machine itself.
    if (answer.status === 200) expectHeader(answer, "Content-Type", /^text\/plain\b/);
    else expectHeader(answer, "Content-Type", /^application\/problem\+json\b/);
  }),
  check("GET /openapi.json", "describes the routes of the public API", async ({ cloud }) => {
    const answer = await cloud("/openapi.json", { token: null });
    expectStatus(answer, 200);
    expectHeader(answer, "Content-Type", /^application\/json\b/);
    const { openapi, paths } = readJson(answer);
    expect(String(openapi).startsWith("3.1"), answer, `expected OpenAPI 3.1, it is ${openapi}`);
    for (const path of ["", "/{batchId}", "/widgets/{id}", "/bundles/{hash}.tckb"]) {
      expect(Object.hasOwn(Object(paths), LIST + path), answer, `expected the path ${LIST}${path}`);
    }
  }),
  check(
    "GET /docs",
    "is a page in an origin of its own, whose script is cached for good",
    async ({ cloud }) => {
      const answer = await cloud("/docs", { token: null });
      expectStatus(answer, 200);
      expectHeader(answer, "Content-Type", /^text\/html\b/);
      const policy = /^default-src 'none';(?!.*allow-same-origin).* sandbox /;
      expectHeader(answer, "Content-Security-Policy", policy);
      const [, path] = /<script type="module" src="(\/docs\/[^"]+)"/.exec(answer.text) ?? [];
      expect(path, answer, "expected a script below /docs/");
      const script = await cloud(path, { token: null });
      expectStatus(script, 200);
      expectHeader(script, "Cache-Control", "public, max-age=31536000, immutable");
      expectHeader(script, "Access-Control-Allow-Origin", "*");
    },
  ),
  ...([["cloud", LIST], ["app", APP_LIST]] as const).map(([name, path]) =>
    check(
      `GET ${path}`,
      "returns the request's id and states the time that each service took",
      async (service) => {
        const id = `conformance.${crypto.randomUUID()}`;
        const answer = await service[name](path, { headers: { "X-Request-Id": id } });
        expectHeader(answer, "X-Request-Id", id);
        expectHeader(answer, "Server-Timing", /\b(public|web);dur=/);
        const replaced = await service[name](path, { headers: { "X-Request-Id": "not a valid id" } });
        expectHeader(replaced, "X-Request-Id", /^[0-9a-f-]{36}$/);
        const failed = await service[name](path, { token: null });
        expectHeader(failed, "X-Request-Id", /^[0-9a-f-]{36}$/);
      },
    )
  ),
  check(
    `GET ${LIST}`,
    "is not readable for pages of other origins that are not on the list",
    async ({ cloud }) => {
      const answer = await cloud(LIST, { headers: { Origin: ELSEWHERE } });
      const allowed = answer.headers.get("Access-Control-Allow-Origin");
      expect(allowed !== "*" && allowed !== ELSEWHERE, answer, `it allows the origin ${allowed}`);
    },
  ),
  check(
    `GET ${LIST}`,
    "rejects a URL of more than 8,192 characters",
    async ({ cloud }) =>
      expectProblem(await cloud(`${LIST}?cursor=${"A".repeat(9_000)}`), 414, "request.url_too_long"),
  ),
  check("POST /login", "rejects a body of more than 1 MiB", async ({ app }) => {
    const body = "a".repeat(1_048_577);
    const answer = await app("/login", { method: "POST", token: null, body });
    expectProblem(answer, 413, "request.too_large");
  }),
  check(
    "GET /api/…",
    "answers 404 for an unknown route",
    async ({ app }) => expectProblem(await app("/api/no/such/route"), 404, "route.not_found"),
  ),
];
