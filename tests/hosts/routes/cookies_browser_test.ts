import assert from "node:assert/strict";
import { testInPage, type TestPage } from "../../browser/test_in_page.ts";
import { createTlsIdentity } from "../../servers/tls_certificate.ts";
import { listen, upstreamOf } from "./sockets.ts";
import { bearerOf, createWeb } from "./stack.ts";

/** Browsers resolve it to this machine, and `app.localhost` is a domain of its own for them. */
const HOST = "feed.app.localhost";
const EMBED = "/embed/daily-page/v2";
const LIST = "/api/daily-pages/v2/batches";

/** Serves the web app over TLS, in front of a cloud that accepts every bearer but those that were planted. */
async function withSite(
  run: (origin: string, forwarded: () => string | null) => Promise<void>,
): Promise<void> {
  let forwarded: string | null = null;
  const cloud = listen((request) => {
    forwarded = request.headers.get("Authorization");
    return Response.json({ batches: [], nextCursor: null });
  });
  const web = createWeb(upstreamOf(cloud));
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...await createTlsIdentity([HOST]) },
    (request) => web.fetch(request),
  );
  try {
    await run(`https://${HOST}:${server.addr.port}`, () => forwarded);
  } finally {
    await server.shutdown();
    await cloud.close();
  }
}

function statusOf(page: TestPage, path: string, init = "{}"): Promise<number> {
  return page.run(`fetch(${JSON.stringify(path)}, ${init}).then(({ status }) => status)`);
}

/** Cookies that a script of the page, or one of another host of the domain, can set beside the shell's. */
const PLANTED = [
  "Path=/embed",
  "Path=/embed/",
  "Path=/embed/daily-page/v2",
  "Path=/api",
  "Path=/api/daily-pages/v2/batches",
  `Path=/; Domain=${HOST}`,
  "Path=/embed; Domain=app.localhost",
  "Path=/api/daily-pages/; Domain=app.localhost",
  "Path=/embed; Partitioned",
];

async function recoverFromPlantedCookies(page: TestPage): Promise<void> {
  await withSite(async (origin, forwarded) => {
    const setCookie = (cookie: string) => page.run(`void (document.cookie = ${JSON.stringify(cookie)})`);
    await page.open(`${origin}${EMBED}?mock=true`);
    for (const attributes of PLANTED) {
      await setCookie(`embed_bearer=planted; Secure; ${attributes}`);
      const statuses: number[] = [];
      for (let visit = 0; visit < 2; visit++) {
        // The native shell sets its cookie before it opens the page.
        await setCookie("embed_bearer=good; Secure; Path=/");
        statuses.push(await page.open(origin + EMBED), await statusOf(page, LIST));
      }
      assert.ok(statuses.slice(0, 2).includes(401), `${attributes}: ${statuses}: it was not planted`);
      assert.deepEqual(statuses.slice(2), [200, 200], attributes);
      assert.equal(forwarded(), "Bearer good");
    }
  });
}

async function keepSessionToThisHost(page: TestPage): Promise<void> {
  await withSite(async (origin, forwarded) => {
    const token = await bearerOf("ada");
    await page.open(`${origin}/login`);
    const signIn = `{ method: "POST", body: new URLSearchParams({ token: "${token}" }) }`;
    assert.equal(await statusOf(page, "/login", signIn), 200);
    assert.equal(await statusOf(page, LIST), 200);
    assert.equal(await page.run("document.cookie"), "", "a script reads the session");
    const subject = () => JSON.parse(atob(forwarded()!.split(".")[1]!)).sub;
    assert.equal(subject(), "ada");
    for (
      const planted of [
        "tck_session=planted; Path=/",
        "tck_session=planted; Path=/api; Domain=app.localhost",
        "__Host-tck_session=planted; Secure; Path=/api",
        "__Host-tck_session=planted; Secure; Path=/; Domain=app.localhost",
        "__Host-tck_session=planted; Path=/",
        "__Host-tck_session=planted; Secure; Path=/",
        "=__Host-tck_session=planted; Secure; Path=/api",
        "=__Host-tck_session=planted; Path=/api; Domain=app.localhost",
      ]
    ) {
      await page.run(`void (document.cookie = ${JSON.stringify(planted)})`);
      assert.equal(await statusOf(page, LIST), 200, planted);
      assert.equal(subject(), "ada", planted);
    }
  });
}

// claim: planted-embed-cookie
testInPage(
  "a planted embed_bearer of any path is gone after it was rejected once",
  recoverFromPlantedCookies,
);

// claim: session-cookie-of-this-host
testInPage(
  "over https, no cookie that a script or another host of the domain sets replaces the session's",
  keepSessionToThisHost,
);
