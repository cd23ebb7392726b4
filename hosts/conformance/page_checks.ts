import { HOST_ASSET_PREFIX } from "../../core/contract/mod.ts";
import { isDeepStrictEqual } from "node:util";
import { type Check, check } from "./check.ts";
import {
  expect,
  expectHeader,
  expectMethods,
  expectProblem,
  expectRevalidation,
  expectStatus,
  readJson,
} from "./expectations.ts";
import { type Answer, APP_LIST, LIST } from "./service.ts";

/** The host assets that the specification names (D.2). */
const ASSETS = [
  "react-runtime.mjs",
  "tck.mjs",
  "tck-host.mjs",
  "tck-host-mount.mjs",
  "boot.mjs",
  "boot-feed.mjs",
  "bootstrap-feed.mjs",
  "style.css",
];

const EMBED = "/embed/daily-page/v2";
const PRINT = "GET /feed/{batchId}/print";
const PAINT = "GET /feed/{batchId}/paint";
const DOWNLOAD = /^attachment; filename="[^"/\\]+\.html"$/;
const ELSEWHERE = "https://elsewhere.example";

/** The web app's copies of the list and the batch, its pages, its host assets and its sign-in. */
export const PAGE_CHECKS: readonly Check[] = [
  check(`GET ${APP_LIST}`, "answers as the public API, on the page's own origin", async ({ app, cloud }) => {
    const [own, public_] = [await app(`${APP_LIST}?limit=5`), await cloud(`${LIST}?limit=5`)];
    expectStatus(own, 200);
    expect(isDeepStrictEqual(readJson(own), readJson(public_)), own, "expected the list of the public API");
    expectHeader(own, "Vary", /^Authorization, Cookie(, Accept-Encoding)?$/);
    expectHeader(own, "Cache-Control", /^private\b/);
  }),
  check(
    `GET ${APP_LIST}`,
    "has an ETag, 304, HEAD, and the methods GET, HEAD and OPTIONS",
    async ({ app }) => {
      await expectRevalidation((sent) => app(APP_LIST, sent));
      await expectMethods((sent) => app(APP_LIST, sent));
    },
  ),
  check(`GET ${APP_LIST}`, "rejects a wrong query with the public API's codes", async ({ app }) => {
    expectProblem(await app(`${APP_LIST}?limit=101`), 400, "daily_page.invalid_query");
    expectProblem(await app(`${APP_LIST}?cursor=nonsense`), 400, "daily_page.invalid_cursor");
    expectProblem(await app(`${APP_LIST}?mock=yes`), 400, "daily_page.invalid_query");
  }),
  check(`GET ${APP_LIST}?mock=true`, "answers without a bearer, with fixtures only", async ({ app }) => {
    const answer = await app(`${APP_LIST}?mock=true`, { token: null });
    expectStatus(answer, 200);
    expect(Array.isArray(readJson(answer)["batches"]), answer, "expected batches to be an array");
  }),
  check(`GET ${APP_LIST}/{batchId}`, "answers as the public API", async ({ app, samples }) => {
    const { batch } = await samples();
    const answer = await app(`${APP_LIST}/${batch.batchId}`);
    expectStatus(answer, 200);
    expect(isDeepStrictEqual(readJson(answer), batch), answer, "expected the batch as the list has it");
    expectProblem(await app(`${APP_LIST}/20260131-diary`), 400, "daily_page.invalid_batch_id");
    expectProblem(await app(`${APP_LIST}/19700101-morning-brief`), 404, "daily_page.not_found");
  }),
  check(
    "GET /feed/{batchId}",
    "is the document of D.1, with the import map before any module",
    async ({ app, samples }) => {
      const { batch } = await samples();
      const answer = await app(`/feed/${batch.batchId}`);
      expectPage(answer, 200);
      expect(
        /<html[^<>]* data-theme="(light|dark)"/.test(answer.text),
        answer,
        "expected data-theme on html",
      );
      expect(
        answer.text.includes(`href="${HOST_ASSET_PREFIX}style.css" data-tck-host-style`),
        answer,
        "expected the link of style.css with data-tck-host-style",
      );
      const root = new RegExp(`<div id="canvas-feed-root"[^<>]* data-batch-id="${batch.batchId}"`);
      expect(root.test(answer.text), answer, "expected #canvas-feed-root with data-batch-id");
      expectImportMap(answer);
    },
  ),
  check(`GET ${EMBED}`, "is a document with the import map before any module", async ({ app }) => {
    const answer = await app(EMBED);
    expectPage(answer, 200);
    expect(answer.text.includes('<div id="canvas-feed-root"'), answer, "expected #canvas-feed-root");
    expectImportMap(answer);
  }),
  check("GET /", "is the list of the user's pages", async ({ app, samples }) => {
    const { batch } = await samples();
    const answer = await app("/");
    expectPage(answer, 200);
    expect(
      answer.text.includes(`href="/feed/${batch.batchId}"`),
      answer,
      "expected a link to the newest batch",
    );
  }),
  ...["/", "/feed/20260131-morning-brief", EMBED].map((path) =>
    check(`GET ${path}`, "leads a visitor without a credential to /login", async ({ app }) => {
      const answer = await app(path, { token: null });
      expectStatus(answer, 302);
      expectHeader(answer, "Location", /^\/login(\?|$)/);
    })
  ),
  check("GET /feed/{batchId}", "shows an error as a page", async ({ app }) => {
    expectPage(await app("/feed/nonsense"), 400);
    expectPage(await app("/feed/19700101-morning-brief"), 404);
    expectPage(await app("/no-such-page"), 404);
  }),
  check(
    PRINT,
    "is the feed as one file, in a sandbox without network, and a download outside of a frame",
    async ({ app, samples }) => {
      const { batch, widget } = await samples();
      const destinations = [
        ["iframe", /^inline\b/],
        ["document", DOWNLOAD],
        [null, DOWNLOAD],
      ] as const;
      for (const [destination, disposition] of destinations) {
        const headers: Record<string, string> = destination === null ? {} : { "Sec-Fetch-Dest": destination };
        const answer = await app(`/feed/${batch.batchId}/print`, { headers });
        expectPrint(answer);
        expect(answer.text.includes(widget.id), answer, "expected the widgets of the batch");
        expectHeader(answer, "Content-Disposition", disposition);
      }
    },
  ),
  check(PRINT, "is not served to who may not read the feed", async ({ app, samples }) => {
    const { batch, widget } = await samples();
    const anonymous = await app(`/feed/${batch.batchId}/print`, { token: null });
    expectStatus(anonymous, 302, 401);
    if (anonymous.status === 302) expectHeader(anonymous, "Location", /^\/login(\?|$)/);
    expect(!anonymous.text.includes(widget.id), anonymous, "expected no widget");
    expectPage(await app("/feed/19700101-morning-brief/print"), 404);
    expectPage(await app("/feed/nonsense/print"), 400);
  }),
  check(PRINT, "answers 404 to another user", async ({ app, cloud, otherToken, samples }) => {
    const token = otherToken();
    const { batch, widget } = await samples();
    const answer = await app(`/feed/${batch.batchId}/print`, { token });
    // The other user may have a batch of the same day, which is then printed.
    const own = await cloud(`${LIST}/${batch.batchId}`, { token });
    if (own.status === 200) expectPrint(answer);
    else expectPage(answer, 404);
    expect(!answer.text.includes(widget.id), answer, "expected no widget of the user");
  }),
  check(
    PAINT,
    "is the first cards without scripts and network, for who may read the feed",
    async ({ app, samples }) => {
      const { batch } = await samples();
      const path = `/feed/${batch.batchId}/paint`;
      const answers = [
        await app(path),
        await app(path, { token: null }),
        await app("/feed/nonsense/paint"),
        await app(`${path}?part=9999`),
      ];
      for (const answer of answers) {
        expectSandbox(answer);
        expectHeader(answer, "Content-Security-Policy", /^(?!.*(?:allow-|script-src))/);
      }
      expectStatus(answers[0]!, 200, 204);
      expectStatus(answers[1]!, 401);
      expectStatus(answers[2]!, 400);
      expectStatus(answers[3]!, 404);
    },
  ),
  ...ASSETS.map((name) =>
    check(`GET ${HOST_ASSET_PREFIX}${name}`, "is public, with a tag and a type", async ({ app }) => {
      const path = `${HOST_ASSET_PREFIX}${name}`;
      const answer = await app(path, { token: null });
      expectStatus(answer, 200);
      const type = name.endsWith(".css") ? /^text\/css\b/ : /^application\/javascript\b/;
      expectHeader(answer, "Content-Type", type);
      expectHeader(answer, "X-Content-Type-Options", "nosniff");
      expectHeader(answer, "Access-Control-Allow-Origin", "*");
      await expectRevalidation((sent) => app(path, { token: null, ...sent }));
    })
  ),
  check(`GET ${HOST_ASSET_PREFIX}{name}`, "answers 404 for another name", async ({ app }) => {
    for (const name of ["none.mjs", "..%2f..%2fetc%2fpasswd", "%00"]) {
      expectProblem(await app(`${HOST_ASSET_PREFIX}${name}`), 404, "route.not_found");
    }
  }),
  check("GET /login", "answers with a page, or leads on", async ({ app }) => {
    const answer = await app("/login", { token: null });
    expectStatus(answer, 200, 302);
    if (answer.status === 200) expectPage(answer, 200);
  }),
  check("GET /login", "never leads to another site", async ({ app }) => {
    for (
      const next of [
        "https%3A%2F%2Felsewhere.example%2F",
        "%2F%2Felsewhere.example",
        "%2F.%2F%2Felsewhere.example",
      ]
    ) {
      const answer = await app(`/login?next=${next}`, { token: null });
      const location = answer.headers.get("Location") ?? "";
      expect(!/^(https?:)?\/\/elsewhere\.example/.test(location), answer, `it leads to ${location}`);
    }
  }),
  ...["/login", "/logout", "/session/renew"].map((path) =>
    check(`POST ${path}`, "is rejected from a page of another origin", async ({ app }) => {
      const headers = { Origin: ELSEWHERE, "Content-Type": "application/x-www-form-urlencoded" };
      const answer = await app(path, { method: "POST", token: null, headers, body: "token=nonsense" });
      expectStatus(answer, 403);
      expectHeader(answer, "Cache-Control", "no-store");
    })
  ),
];

function expectPage(answer: Answer, status: number): void {
  expectStatus(answer, status);
  expectHeader(answer, "Content-Type", /^text\/html; charset=utf-8$/i);
  expectHeader(answer, "Cache-Control", "no-store");
  expectHeader(answer, "X-Content-Type-Options", "nosniff");
  expectHeader(answer, "Content-Security-Policy", /^default-src 'none'.*frame-ancestors/);
}

function expectPrint(answer: Answer): void {
  expectStatus(answer, 200);
  expectHeader(answer, "Cache-Control", "no-store");
  expectSandbox(answer);
}

function expectSandbox(answer: Answer): void {
  expectHeader(answer, "Content-Type", /^text\/html; charset=utf-8$/i);
  expectHeader(answer, "X-Content-Type-Options", "nosniff");
  const policy = answer.headers.get("Content-Security-Policy") ?? "";
  const directives = policy.split(/[;,]/).map((directive) => directive.trim());
  const sandbox = directives.find((directive) => /^sandbox( |$)/.test(directive));
  expect(sandbox !== undefined, answer, "expected a sandbox in Content-Security-Policy");
  expect(!sandbox.includes("allow-same-origin"), answer, `expected an opaque origin, it is ${sandbox}`);
  expect(directives.includes("default-src 'none'"), answer, "expected default-src 'none'");
  expect(directives.includes("frame-ancestors 'self'"), answer, "expected frame-ancestors 'self'");
}

/** The import map of D.3: scoped to the canvas, and before the first module script. */
function expectImportMap(answer: Answer): void {
  const map = /<script type="importmap"[^<>]*>([^<]*)<\/script>/.exec(answer.text);
  expect(map !== null, answer, "expected an import map in the HTML");
  const firstModule = answer.text.search(/<script(?: [^<>]*)? type="module"/);
  expect(
    firstModule === -1 || map.index < firstModule,
    answer,
    "expected the import map before any module script",
  );
  const { scopes = {} } = JSON.parse(map[1]!);
  const names = Object.keys(scopes);
  const isScoped = [HOST_ASSET_PREFIX, "/api/widgets/v1/"].some((prefix) => names.includes(prefix));
  expect(isScoped, answer, `expected the scopes of the canvas in the import map: ${names}`);
}
