import assert from "node:assert/strict";
import { fetchRemote } from "../../../preview/server/remote/fetch_remote.ts";
import { listen } from "../../hosts/routes/sockets.ts";

Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("a fetch that has ended, whether it succeeded, leaves no timer and no connection", async () => {
  let status = 301;
  const server = listen(({ url }) => {
    if (url.endsWith("/moved")) return new Response(null, { status, headers: { Location: "/bytes" } });
    return url.endsWith("/bytes")
      ? new Response(new Uint8Array([1, 2]))
      : new Response("no", { status: 500 });
  });
  const options = { bytes: 2, seconds: 3_600, redirects: 1, isAllowed: () => true };
  const fetch = (path: string, bytes = 2) => fetchRemote(new URL(path, server.url), { ...options, bytes });
  try {
    assert.deepEqual(await fetch("/bytes"), new Uint8Array([1, 2]));
    for (status of [301, 302, 303, 307, 308]) assert.deepEqual(await fetch("/moved"), new Uint8Array([1, 2]));
    for (status of [300, 304]) await assert.rejects(() => fetch("/moved"), { code: "upstream.unavailable" });
    await assert.rejects(() => fetch("/other"), { code: "upstream.unavailable" });
    await assert.rejects(() => fetch("/bytes", 1), { code: "upstream.too_large" });
    const forbidden = fetchRemote(new URL(server.url), { ...options, isAllowed: () => false });
    await assert.rejects(() => forbidden, { code: "fetch.forbidden_address" });
  } finally {
    await server.close();
  }
});
