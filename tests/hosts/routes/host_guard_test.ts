import assert from "node:assert/strict";
import { CLOSED_CLOUD, serveWeb } from "./stack.ts";
import { sendRaw } from "./sockets.ts";

async function statusOf(port: number, host: string, ...more: string[]): Promise<number> {
  const answer = await sendRaw(port, ["GET /__tck/v1/style.css HTTP/1.1", `Host: ${host}`, ...more]);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

Deno.test("a guarded application serves loopback names and its own name, on any port", async () => {
  const web = serveWeb(CLOSED_CLOUD, { guarded: true, appUrl: "https://app.example" });
  const own = [
    "localhost",
    `localhost:${web.port}`,
    "127.0.0.1",
    "[::1]",
    "[::1]:8787",
    "LOCALHOST",
    "a.localhost",
  ];
  for (const host of [...own, "app.example", "app.example:443"]) {
    assert.equal(await statusOf(web.port, host), 200, host);
  }
  await web.close();
});

// claim: loopback-names
Deno.test("a guarded application rejects every other name, regardless of forwarding headers", async () => {
  const web = serveWeb(CLOSED_CLOUD, { guarded: true, appUrl: "https://app.example" });
  const foreign = [
    "evil.example",
    "localhost.evil.example",
    "evil-localhost",
    "127.0.0.1.evil.example",
    "127.0.0.2",
    "0.0.0.0",
    "[::]",
    "[::ffff:127.0.0.1]",
    "192.168.0.1",
    "sub.app.example",
    "app.example.evil.example",
  ];
  for (const host of foreign) {
    const forwarded = ["X-Forwarded-Host: localhost", "Forwarded: host=localhost"];
    assert.equal(await statusOf(web.port, host, ...forwarded), 403, host);
  }
  await web.close();
});

// claim: loopback-names
Deno.test("a name that begins as the one that was accepted before it is rejected", async () => {
  const web = serveWeb(CLOSED_CLOUD, { guarded: true, appUrl: "https://app.example" });
  for (
    const [accepted, foreign] of [["app.example", "app.example.evil.test"], [
      "localhost",
      "localhost.evil.test",
    ]]
  ) {
    for (const port of ["", `:${web.port}`]) {
      assert.equal(await statusOf(web.port, accepted! + port), 200);
      assert.equal(await statusOf(web.port, foreign! + port), 403);
      assert.equal(await statusOf(web.port, accepted! + port), 200);
      assert.equal(await statusOf(web.port, `${accepted}<`), 400);
    }
    assert.equal(await statusOf(web.port, `${accepted}@evil.test`), 403);
  }
  await web.close();
});

Deno.test("a rejection is a problem on the API and a page elsewhere, and neither is cached", async () => {
  const web = serveWeb(CLOSED_CLOUD, { guarded: true });
  for (
    const [path, type] of [["/api/daily-pages/v2/batches", "application/problem+json"], [
      "/login",
      "text/html",
    ]]
  ) {
    const answer = await sendRaw(web.port, [`GET ${path} HTTP/1.1`, "Host: evil.example"]);
    assert.match(answer, /^HTTP\/1\.1 403 /);
    assert.match(answer, new RegExp(`content-type: ${type!.replace("+", "\\+")}`, "i"));
    assert.match(answer, /cache-control: no-store/i);
    assert.doesNotMatch(answer, /set-cookie/i);
  }
  await web.close();
});

// claim: loopback-names
Deno.test("a request with an absolute URL is checked by the host in the URL", async () => {
  const web = serveWeb(CLOSED_CLOUD, { guarded: true });
  const answer = await sendRaw(web.port, [
    "GET http://evil.example/__tck/v1/style.css HTTP/1.1",
    "Host: localhost",
  ]);
  assert.match(answer, /^HTTP\/1\.1 403 /);
  await web.close();
});

Deno.test("an application that is not guarded serves every name", async () => {
  const web = serveWeb(CLOSED_CLOUD, { guarded: false });
  assert.equal(await statusOf(web.port, "anything.example"), 200);
  await web.close();
});

Deno.test("an invalid Host is a 400, guarded or not", async () => {
  for (const guarded of [true, false]) {
    const logged: unknown[] = [];
    const web = serveWeb(CLOSED_CLOUD, { guarded, log: (event) => void logged.push(event) });
    for (const host of ["a b", "[::1", "localhost:99999", "%00"]) {
      assert.equal(await statusOf(web.port, host), 400, host);
    }
    assert.deepEqual(logged, []);
    await web.close();
  }
});
