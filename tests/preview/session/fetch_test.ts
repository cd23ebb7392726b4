import assert from "node:assert/strict";
import type { ProblemError } from "../../../core/problem/mod.ts";
import { fetchRemote } from "../../../preview/server/remote/fetch_remote.ts";
import { isPublicAddress } from "../../../preview/server/remote/public_address.ts";
import { serveOrigin, testFetch } from "./fetch_cases.ts";
import { serveSession } from "./session_server.ts";

testFetch("session", serveSession, Deno.test);

const LIMITS = { bytes: 1_000, seconds: 60, redirects: 5 };

Deno.test("a redirect from an allowed address to a forbidden one is not followed", async () => {
  const paths: (string | undefined)[] = [];
  await using origin = await serveOrigin((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: `http://metadata.example:${request.socket.localPort}/secret` }).end();
  });
  const { port } = new URL(origin.url);
  const fetched = fetchRemote(new URL(`http://public.example:${port}/`), {
    ...LIMITS,
    resolve: (hostname) => Promise.resolve([hostname === "public.example" ? "127.0.0.1" : "127.0.0.2"]),
    isAllowed: (address) => address === "127.0.0.1",
  });
  await assert.rejects(fetched, (error: ProblemError) => error.code === "fetch.forbidden_address");
  assert.deepEqual(paths, ["/"]);
});

Deno.test("a name without addresses is reported as unavailable", async () => {
  for (const resolve of [() => Promise.resolve([]), () => Promise.reject(new Error("ENOTFOUND"))]) {
    const fetched = fetchRemote(new URL("http://nowhere.example/"), {
      ...LIMITS,
      resolve,
      isAllowed: () => true,
    });
    await assert.rejects(fetched, (error: ProblemError) => error.code === "upstream.unavailable");
  }
});

Deno.test("addresses of the public internet are public", () => {
  for (const address of ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"]) {
    assert.ok(isPublicAddress(address), address);
  }
  for (const address of ["", "localhost", "8.8.8", "8.8.8.8.8", "::ffff:10.0.0.1", "fe80::1%eth0"]) {
    assert.ok(!isPublicAddress(address), address);
  }
});
