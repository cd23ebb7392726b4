import { type Check, check } from "./check.ts";
import { expect, expectProblem, expectStatus } from "./expectations.ts";
import { APP_LIST, LIST, type Service } from "./service.ts";

/** Invalid credentials: a name, and the `Authorization` header made from the user's bearer. */
const BAD_CREDENTIALS: readonly (readonly [what: string, header: (token: string) => string | null])[] = [
  ["no Authorization", () => null],
  ["another scheme", () => "Basic dXNlcjpwYXNzd29yZA=="],
  ["a bearer that is no JWT", () => "Bearer nonsense"],
  ["a bearer with a space", (token) => `Bearer ${token} more`],
  ["a bearer without its signature", (token) => `Bearer ${token.split(".").slice(0, 2).join(".")}.`],
  ["a bearer with another payload", (token) => `Bearer ${replacePayload(token)}`],
  ["a bearer with algorithm none", (token) => `Bearer ${encode({ alg: "none" })}.${token.split(".")[1]}.`],
  ["an empty bearer", () => "Bearer "],
];

/** Authentication (lifecycle specification, §5) and tenancy. */
export const CREDENTIAL_CHECKS: readonly Check[] = [
  ...BAD_CREDENTIALS.map(([what, header]) =>
    check(`GET ${LIST}`, `answers 401 to ${what}`, async ({ cloud, token }) => {
      const value = header(token);
      const headers: Record<string, string> = value === null ? {} : { Authorization: value };
      expectProblem(await cloud(LIST, { token: null, headers }), 401, "auth.unauthenticated");
    })
  ),
  check(
    `GET ${APP_LIST}`,
    "answers 401 without a credential, and clears the cookie of a native shell",
    async ({ app }) => {
      expectProblem(await app(APP_LIST, { token: null }), 401, "auth.unauthenticated");
      const answer = await app(APP_LIST, { token: null, headers: { Cookie: "embed_bearer=nonsense" } });
      expectProblem(answer, 401, "auth.unauthenticated");
    },
  ),
  check(`GET ${APP_LIST}`, "takes the cookie embed_bearer", async ({ app, token }) => {
    expectStatus(await app(APP_LIST, { token: null, headers: { Cookie: `embed_bearer=${token}` } }), 200);
  }),
  check("GET /v1/internal/daily-pages", "is not served to a user", async (service) => {
    for (const ask of [service.cloud, service.app]) {
      const answer = await ask("/v1/internal/daily-pages");
      expectStatus(answer, 401, 404);
    }
  }),
  check(`GET ${LIST}`, "lists nothing to another user", async ({ cloud, samples, otherToken }) => {
    const token = otherToken();
    const { widget } = await samples();
    const answer = await cloud(`${LIST}?limit=100`, { token });
    expectStatus(answer, 200);
    expect(!answer.text.includes(widget.id), answer, "expected no widget of the user");
  }),
  tenancy(`GET ${LIST}/{batchId}`, "daily_page.not_found", async ({ cloud, samples, otherToken }) => {
    const [{ batch }, token] = [await samples(), otherToken()];
    const answer = await cloud(`${LIST}/${batch.batchId}`, { token });
    // The other user may have a batch of the same day.
    return answer.status === 200 && !answer.text.includes(batch.widgets[0]!.id) ? null : answer;
  }),
  tenancy(`GET ${LIST}/widgets/{id}`, "widget.not_found", async ({ cloud, samples, otherToken }) => {
    const token = otherToken();
    return await cloud(`${LIST}/widgets/${(await samples()).widget.id}`, { token });
  }),
  tenancy(`GET ${LIST}/bundles/{hash}.tckb`, "bundle.not_found", async ({ cloud, samples, otherToken }) => {
    const token = otherToken();
    return await cloud(`${LIST}/bundles/${(await samples()).widget.bundle.hash}.tckb`, { token });
  }),
  tenancy(
    "GET /api/widgets/v1/{hash}/widget.mjs",
    "bundle.not_found",
    async ({ app, samples, token, otherToken }) => {
      const [other, path] = [
        otherToken(),
        `/api/widgets/v1/${(await samples()).widget.bundle.hash}/widget.mjs`,
      ];
      expectStatus(await app(path, { token }), 200); // A server that remembers it must still check each user.
      return await app(path, { token: other });
    },
  ),
];

type Asked = Awaited<ReturnType<Service["cloud"]>> | null;

function tenancy(route: string, code: string, ask: (service: Service) => Promise<Asked>): Check {
  return check(route, "answers 404 to another user", async (service) => {
    const answer = await ask(service);
    if (answer !== null) expectProblem(answer, 404, code);
  });
}

function replacePayload(token: string): string {
  const [header, payload = "", signature] = token.split(".");
  const claims = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")) || "{}");
  return [header, encode({ ...claims, sub: `${claims.sub}-other` }), signature].join(".");
}

function encode(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
