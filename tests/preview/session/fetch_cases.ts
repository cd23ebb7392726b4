import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { PublicBundle } from "../../../preview/protocol.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";
import {
  ask,
  assertProblem,
  listBundles,
  type RegisterTest,
  type ServedPreview,
  type ServePreview,
} from "./served_preview.ts";

/** Fetching from untrusted addresses, over real sockets. */
export function testFetch(name: string, serve: ServePreview, test: RegisterTest): void {
  test(`${name}: a fetched bundle is stored by its hash, as a remote one`, async () => {
    const bytes = await makeBundle("far");
    await using origin = await serveOrigin((_, response) => response.end(bytes));
    await using preview = await servePrivate(serve);
    const { status, body } = await fetchFrom(preview, `${origin.url}/batches/001_f%C3%A4r.tckb?x=1#y`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.source, body.label, body.id], ["remote", "001_fär", body.bundleHash]);
    assert.deepEqual(await listBundles(preview), [body]);
    assert.equal((await fetchFrom(preview, `${origin.url}/`)).body.label, "127.0.0.1");
  });

  // claim: preview-fetch-public
  test(`${name}: only http and https are fetched, without credentials`, async () => {
    await using preview = await servePrivate(serve);
    for (
      const url of [
        "file:///etc/passwd",
        "data:text/plain,x",
        "ftp://127.0.0.1/a",
        "gopher://127.0.0.1/",
        "javascript:1",
        "blob:http://127.0.0.1/x",
        "http://user:secret@127.0.0.1/",
        "/relative",
        "",
        "http://",
        "http://[::1",
      ]
    ) assertProblem(await fetchFrom(preview, url), 400, "fetch.invalid_url");
    assertProblem(await ask(preview, "POST", "/__tck/bundle/fetch", { url: 7 }), 400, "request.malformed");
    assert.deepEqual(await listBundles(preview), []);
  });

  // claim: preview-fetch-public
  test(`${name}: private addresses are not fetched, in any notation`, async () => {
    let asked = 0;
    await using origin = await serveOrigin((_, response) => {
      asked++;
      response.end();
    });
    await using project = await Project.create();
    await using preview = await serve({ projectDirectory: project.path });
    const port = new URL(origin.url).port;
    for (const host of PRIVATE_HOSTS) {
      assertProblem(
        await fetchFrom(preview, `http://${host}:${port}/a.tckb`),
        400,
        "fetch.forbidden_address",
      );
    }
    assertProblem(
      await fetchFrom(preview, `${preview.baseUrl}/__tck/bundles`),
      400,
      "fetch.forbidden_address",
    );
    assert.equal(asked, 0);
  });

  // claim: preview-fetch-public
  test(`${name}: a name with one private address is rejected`, async () => {
    await using project = await Project.create();
    const resolveHost = () => Promise.resolve(["93.184.216.34", "10.0.0.1"]);
    await using preview = await serve({ projectDirectory: project.path, resolveHost });
    assertProblem(await fetchFrom(preview, "http://mixed.example/a.tckb"), 400, "fetch.forbidden_address");
  });

  // claim: preview-fetch-public
  test(`${name}: a name that resolves differently later has no effect: the checked address is used`, async () => {
    const hosts: (string | undefined)[] = [];
    const bytes = await makeBundle("far");
    await using origin = await serveOrigin((request, response) => {
      hosts.push(request.headers.host);
      response.end(bytes);
    });
    const port = new URL(origin.url).port;
    let resolved = 0;
    const resolveHost = () => Promise.resolve(resolved++ === 0 ? ["127.0.0.1"] : ["192.0.2.1"]);
    await using preview = await servePrivate(serve, { resolveHost });
    assert.equal((await fetchFrom(preview, `http://rebind.example:${port}/a.tckb`)).status, 200);
    assert.deepEqual(hosts, [`rebind.example:${port}`]);
    assert.equal(resolved, 1);
  });

  // claim: preview-fetch-public
  test(`${name}: every redirect is checked like the first address`, async () => {
    let target = "";
    await using origin = await serveOrigin((_, response) =>
      response.writeHead(302, { location: target }).end()
    );
    await using preview = await servePrivate(serve);
    for (target of ["file:///etc/passwd", "data:text/plain,x", "http://a:b@127.0.0.1/"]) {
      assertProblem(await fetchFrom(preview, `${origin.url}/`), 400, "fetch.invalid_url");
    }
    target = "http://[";
    assertProblem(await fetchFrom(preview, `${origin.url}/`), 502, "upstream.unavailable");
  });

  // claim: preview-fetch-public
  test(`${name}: redirects are followed, and counted`, async () => {
    const bytes = await makeBundle("far");
    await using origin = await serveOrigin((request, response) => {
      const left = Number(request.url!.slice(1));
      if (left === 0) response.end(bytes);
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    await using preview = await servePrivate(serve, { limits: { redirects: 3 } });
    assert.equal((await fetchFrom(preview, `${origin.url}/3`)).status, 200);
    assertProblem(await fetchFrom(preview, `${origin.url}/4`), 502, "upstream.unavailable");
  });

  test(`${name}: a failing address and an address that does not send a bundle have different codes`, async () => {
    await using origin = await serveOrigin((request, response) => {
      const answers: { [path: string]: () => void } = {
        "/404": () => response.writeHead(404).end("gone"),
        "/206": () => response.writeHead(206).end("part"),
        "/gzip": () => response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
        "/cut": () => {
          response.writeHead(200, { "content-length": 100 }).write("cut");
          setImmediate(() => response.destroy());
        },
        "/nothing": () => request.socket.destroy(),
        "/html": () => response.end("<html>"),
        "/large": () => response.end("x".repeat(20_000)),
      };
      answers[request.url!]!();
    });
    await using preview = await servePrivate(serve, { limits: { bundleBytes: 10_000 } });
    for (const path of ["404", "206", "gzip", "cut", "nothing"]) {
      assertProblem(await fetchFrom(preview, `${origin.url}/${path}`), 502, "upstream.unavailable");
    }
    assertProblem(await fetchFrom(preview, `${origin.url}/html`), 422, "bundle.malformed");
    assertProblem(await fetchFrom(preview, `${origin.url}/large`), 502, "upstream.too_large");
    assertProblem(await fetchFrom(preview, "http://127.0.0.1:1/a"), 502, "upstream.unavailable");
    assert.deepEqual(await listBundles(preview), []);
  });

  // claim: preview-fetch-limits
  test(`${name}: an address that is too slow at any step is given up`, async () => {
    const drips = new Set<ReturnType<typeof setInterval>>();
    const closed: Promise<unknown>[] = [];
    await using origin = await serveOrigin((request, response) => {
      closed.push(once(response, "close"));
      if (request.url === "/silent") return;
      response.writeHead(200);
      const drip = setInterval(() => response.write("x"), 10);
      drips.add(drip);
      response.on("close", () => clearInterval(drip));
    });
    await using preview = await servePrivate(serve, { limits: { fetchSeconds: 0.3 } });
    for (const path of ["silent", "drip"]) {
      assertProblem(await fetchFrom(preview, `${origin.url}/${path}`), 504, "upstream.timeout");
    }
    drips.forEach(clearInterval);
    const isClosed = await Promise.race([
      Promise.all(closed).then(({ length }) => length === 2),
      new Promise((resolve) => setTimeout(() => resolve(false), 60_000).unref()),
    ]);
    assert.equal(isClosed, true, "a request that is given up is ended");
    const never = () => new Promise<never>(() => {});
    await using stuck = await servePrivate(serve, { limits: { fetchSeconds: 0.3 }, resolveHost: never });
    assertProblem(await fetchFrom(stuck, "http://slow.example/"), 504, "upstream.timeout");
  });
}

const PRIVATE_HOSTS = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "localhost",
  "[::1]",
  "[::]",
  "0.0.0.0",
  "0",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::7f00:1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "[fc00::1]",
  "[fec0::1]",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "198.18.0.1",
  "192.0.2.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
];

function fetchFrom(preview: ServedPreview, url: string): ReturnType<typeof ask<PublicBundle>> {
  return ask<PublicBundle>(preview, "POST", "/__tck/bundle/fetch", { url });
}

/** A preview that can fetch from this machine. */
async function servePrivate(
  serve: ServePreview,
  options: Parameters<ServePreview>[0] = {},
): Promise<ServedPreview> {
  const project = await Project.create();
  const preview = await serve({ projectDirectory: project.path, allowPrivateFetch: true, ...options });
  return {
    baseUrl: preview.baseUrl,
    port: preview.port,
    async [Symbol.asyncDispose]() {
      await preview[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

/** Another server, on a free port. */
export async function serveOrigin(listener: RequestListener): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
