import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { LIMITS } from "../../../core/contract/mod.ts";
import { createSecretBearers } from "../../../hosts/auth/mod.ts";
import { startCommand, temporaryFolder } from "../cli/command_process.ts";
import { listen } from "../routes/sockets.ts";

const SECRET = "a secret that the processes share, 32 characters";

/** JSON that is just small enough to be read when it is decoded, and takes many times its size when it is parsed. */
function makeBomb(): Uint8Array<ArrayBuffer> {
  const text = `[${"{},".repeat(Math.floor(LIMITS.envelopeBytes / 3) - 2)}{}]`;
  return new Uint8Array(gzipSync(text));
}

/** The most memory that a process has had, in MiB. */
async function peakOf(pid: number): Promise<number> {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8"))!;
  return Number(kibibytes) / 1024;
}

// claim: upstream-bomb
Deno.test({
  name: "eight decompression bombs of the service behind, at once, are not inflated",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const bomb = makeBomb();
    const asked = new Set<string | null>();
    const cloud = listen((request) => {
      if (new URL(request.url).pathname === "/readyz") return Response.json({ state: "ready" });
      asked.add(request.headers.get("Accept-Encoding"));
      const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
      return new Response(bomb, { headers });
    });
    await using folder = await temporaryFolder();
    await using web = startCommand(
      ["serve", "--role", "web", "--port", "0", "--data", folder.path, "--json"],
      { TCK_AUTH_SECRET: SECRET, TCK_CLOUD_URL: cloud.url, TCK_APP_URL: "https://app.example" },
    );
    const { url } = JSON.parse((await web.printed(/^\{.*\}$/m))[0]);
    const bearer = await createSecretBearers(new TextEncoder().encode(SECRET), Date.now).issue("ada", 600);
    const headers = { Authorization: `Bearer ${bearer}` };
    const before = await peakOf(web.pid);
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => {
      const response = await fetch(`${url}/api/daily-pages/v2/batches`, { headers });
      await response.body?.cancel();
      return response.status;
    }));
    const grown = await peakOf(web.pid) - before;
    assert.deepEqual(statuses, Array(8).fill(502));
    assert.deepEqual([...asked], ["identity"]);
    assert.ok(grown < 64, `the process grew by ${Math.round(grown)} MiB`);
    await cloud.close();
  },
});
