import assert from "node:assert/strict";
import {
  createInternalApi,
  createPublicApi,
  INTERNAL_PREFIX,
  PUBLIC_PREFIX,
} from "../../../hosts/routes/mod.ts";
import { createApiDescription } from "../../../hosts/openapi/mod.ts";
import { VIEWER_PATH } from "../../../hosts/openapi/viewer.ts";
import { readViewerFile } from "../../../hosts/openapi/viewer_file.ts";
import { assertProblem } from "./answers.ts";
import { authorize, CLOSED_CLOUD, createIdentity, createWeb, NO_ENDED_SESSIONS } from "./stack.ts";

const HASH = "A".repeat(64);
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const { bearers } = createIdentity({ now: Date.now() });
const unused = () => Promise.reject(new Error("the reader was called"));
const reader = {
  listBatches: unused,
  readBatch: unused,
  readWidget: unused,
  findBundle: unused,
  readBundle: unused,
};
const log = () => {};

/** The routes of the applications, without those whose methods are a rule of `hosts/conformance`. */
const ROUTES = [
  {
    name: "storage service",
    app: createInternalApi({ endedSessions: NO_ENDED_SESSIONS, reader, bearers, log }),
    paths: api(INTERNAL_PREFIX),
  },
  {
    name: "public API for pages of other origins",
    app: createPublicApi({ storage: CLOSED_CLOUD, bearers, log, corsOrigins: ["https://a.example"] }),
    paths: api(PUBLIC_PREFIX),
  },
  {
    name: "description of the public API",
    app: await createApiDescription({ loadApiViewer: readViewerFile }),
    paths: {
      "/openapi.json": "GET, HEAD, OPTIONS",
      "/docs": "GET, HEAD, OPTIONS",
      [VIEWER_PATH]: "GET, HEAD, OPTIONS",
    },
  },
  {
    name: "web app",
    app: createWeb(CLOSED_CLOUD),
    paths: {
      "/": "GET, HEAD, OPTIONS",
      "/feed/20260301-morning-brief": "GET, HEAD, OPTIONS",
      "/embed/daily-page/v2": "GET, HEAD, OPTIONS",
      "/login": "GET, HEAD, POST, OPTIONS",
      "/logout": "POST, OPTIONS",
      "/__tck/v1/style.css": "GET, HEAD, OPTIONS",
      "/api/daily-pages/v2/batches/20260301-morning-brief": "GET, HEAD, OPTIONS",
    },
  },
];

Deno.test("the web app has only routes that hono's fast router can match", () => {
  const { app } = ROUTES.find(({ name }) => name === "web app")!;
  app.router.match("GET", "/");
  assert.equal(app.router.name, "SmartRouter + RegExpRouter");
});

function api(prefix: string): { [path: string]: string } {
  const ends = [
    "",
    "/20260301-morning-brief",
    `/bundles/${HASH}.tckb`,
    "/widgets/w_aaaaaaaaaaaaaaaaaaaaaaaaaa",
  ];
  return Object.fromEntries(ends.map((end) => [prefix + end, "GET, HEAD, OPTIONS"]));
}

for (const { name, app, paths } of ROUTES) {
  Deno.test(`${name}: a method that an address does not have is a 405 with Allow, in any route`, async () => {
    const headers = { ...await authorize("ada"), Origin: "http://localhost" };
    for (const [path, allow] of Object.entries(paths)) {
      for (const method of METHODS.filter((candidate) => !allow.split(", ").includes(candidate))) {
        const response = await app.fetch(new Request(`http://localhost${path}`, { method, headers }));
        assert.equal(response.headers.get("Allow"), allow, `${method} ${path}`);
        if (/^\/(api|__tck|v\d)\//.test(path)) {
          await assertProblem(response, 405, "request.method_not_allowed");
        } else {
          assert.equal(response.status, 405, `${method} ${path}`);
          assert.match(await response.text(), /does not have the method|<h1>This address is not valid</);
        }
      }
    }
  });

  Deno.test(`${name}: OPTIONS returns the methods of an address, and no body`, async () => {
    const headers = { ...await authorize("ada"), Origin: "http://localhost" };
    for (const [path, allow] of Object.entries(paths)) {
      const response = await app.fetch(
        new Request(`http://localhost${path}`, { method: "OPTIONS", headers }),
      );
      assert.deepEqual([response.status, response.headers.get("Allow"), await response.text()], [
        204,
        allow,
        "",
      ]);
    }
  });

  Deno.test(`${name}: an unknown address is a 404 without Allow, whatever the method`, async () => {
    const headers = { ...await authorize("ada"), Origin: "http://localhost" };
    for (const method of METHODS) {
      const [first] = Object.keys(paths);
      const request = new Request(`http://localhost${first}/no/such/route`, { method, headers });
      const response = await app.fetch(request);
      assert.deepEqual([response.status, response.headers.get("Allow")], [404, null], method);
      await response.body?.cancel();
    }
  });
}
