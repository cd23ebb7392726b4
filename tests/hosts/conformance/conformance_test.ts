import assert from "node:assert/strict";
import { runCommandHere } from "../cli/command_here.ts";
import { preparedFolder, startCommand } from "../cli/command_process.ts";
import { TEST_HOST } from "../cli/test_host.ts";
import { listen } from "../routes/sockets.ts";
import { serveFaults } from "./fault_proxy.ts";
import { ROUNDS } from "./faults.ts";
import { assertConforms, bearerOf, commitSamples, SECRET, urlOf, USER } from "./samples.ts";

const ENVIRONMENT = { TCK_AUTH_SECRET: SECRET };

// A rule asks for the sample project, which is built at the first request for it.
Deno.test.beforeAll(async () => void (await TEST_HOST.loadSampleBundles()));

Deno.test("conformance on Deno", async (t) => {
  await using store = await preparedFolder();
  const flags = ["--port", "0", "--data", store.path, "--json"];
  await using server = startCommand(["serve", ...flags], ENVIRONMENT);
  const url = await urlOf(server);
  await commitSamples((args) => runCommandHere(args, ENVIRONMENT), ["--data", store.path]);

  await t.step("the command prints a table, or JSON, and its exit code is 0", async () => {
    const token = await bearerOf(USER);
    const { code, stdout } = await runCommandHere(["conformance", "--url", url, "--token", token]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^ok {3}GET \/v2\/daily-pages {2,}answers with the envelope/m);
    assert.match(stdout, /^skip GET .* answers 404 to another user\n {5}it needs --other-token$/m);
    assert.match(stdout, /^skip PUT .*\n {5}it needs --writer-token and --writer-user$/m);
    assert.match(stdout, /^\d+ rules hold, 0 do not, 14 skipped$/m);
  });

  await t.step("a service that does not respond is one error", async () => {
    const closed = listen(() => new Response());
    await closed.close();
    const { code, stdout, stderr } = await runCommandHere([
      "conformance",
      "--url",
      closed.url,
      "--token",
      "t",
    ]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      /^error: Cannot check "http:\S+": GET \/v2\/daily-pages: no complete response: .*\n$/,
    );
  });

  await t.step(
    "a server with all services conforms, also where a connection closes before its response, since the request is sent again",
    async () => {
      using relay = relayAfterClosing(Number(new URL(url).port));
      await assertConforms({ url: relay.url });
    },
  );

  await t.step("a fault is the exit code 1, and a line in the JSON", async () => {
    await using proxy = serveFaults(url, ROUNDS[0]!.slice(0, 1));
    const token = await bearerOf(USER);
    const { code, stdout } = await runCommandHere([
      "conformance",
      "--url",
      proxy.url,
      "--token",
      token,
      "--json",
    ]);
    const { failed, checks } = JSON.parse(stdout);
    assert.deepEqual([code, failed], [1, 1], stdout);
    const found = checks.find(({ outcome }: { outcome: string }) => outcome === "failed");
    assert.match(found.detail, /^GET \/v2\/daily-pages\?limit=1&direction=older: expected Link/);
  });

  await t.step("a user without batches cannot be checked: that is a failure", async () => {
    const { code, stdout } = await runCommandHere([
      "conformance",
      "--url",
      url,
      "--token",
      await bearerOf("nobody"),
    ]);
    assert.equal(code, 1);
    assert.match(stdout, /the user of --token must have; it answered 200 with 0 batches/);
  });
});

Deno.test("an invalid URL is a usage error", async () => {
  const { code, stderr } = await runCommandHere(["conformance", "--url", "nowhere", "--token", "t"]);
  assert.equal(code, 2);
  assert.match(stderr, /^error: conformance: invalid --url "nowhere": expected an http: or https: URL/);
});

/** Relays connections to a port, but for the first, which it closes when the first request has come. */
function relayAfterClosing(port: number): { url: string } & Disposable {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const relay = async () => {
    const first = await listener.accept();
    await first.read(new Uint8Array(1));
    first.close();
    for await (const client of listener) {
      const server = await Deno.connect({ hostname: "127.0.0.1", port });
      client.readable.pipeTo(server.writable).catch(() => {});
      server.readable.pipeTo(client.writable).catch(() => {});
    }
  };
  relay().catch(() => {}); // Closing the listener ends it.
  return {
    url: `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    [Symbol.dispose]: () => listener.close(),
  };
}
