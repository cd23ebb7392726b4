import assert from "node:assert/strict";
import { createServer, request, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { checkMcpServer, type McpFault } from "../../packages/mod.ts";
import { makeEnvelope } from "./envelopes.ts";
import { bearerOf, openStores, serveStack } from "./stack.ts";

/** Parts of the protocol that the server does not declare. */
const UNDECLARED = /^(?:completion-|logging-|prompts-|resources-(?:un)?subscribe|tasks-)/;

/** What the suite's own example server has, and checks that need it. */
const OF_THE_EXAMPLE =
  /\btest_\w+|Tool \w+ not found|json_schema_2020_12_tool|test:\/\/|x-mcp-header|Expected InputRequiredResult|could not get initial/;

/** What is wrong beyond that. */
function selectFaults(faults: readonly McpFault[]): string[] {
  return faults.filter(({ scenario, text }) =>
    !UNDECLARED.test(scenario) && !OF_THE_EXAMPLE.test(text) &&
    !/prompts\/(?:list|get)|non-tool-incomplete/.test(text) &&
    !(scenario === "tools-call-with-logging" && text.includes("Method not found"))
  ).map(({ scenario, text }) => `${scenario}: ${text}`);
}

/** Forwards requests to an address with a bearer, which the suite does not send. */
async function addBearer(url: string, bearer: string): Promise<{ server: Server; url: string }> {
  const { hostname, port } = new URL(url);
  const server = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming;
    const sent = { ...headers, authorization: `Bearer ${bearer}` };
    const forwarded = request({ hostname, port, path, method, headers: sent }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

Deno.test("/mcp passes the official conformance suite in what it declares, of both revisions", async () => {
  const stores = await openStores();
  await stores.commit("ada", "2026-03-01", "morning_brief", [(await makeEnvelope({})).bytes]);
  const stack = serveStack(stores);
  const { server, url } = await addBearer(stack.web.url, await bearerOf("ada"));
  try {
    const former = await checkMcpServer(url, "2025-11-25");
    assert.deepEqual(selectFaults(former.faults), []);
    assert.deepEqual(former.passed, [
      "dns-rebinding-protection",
      "ping",
      "resources-list",
      "server-initialize",
      "tools-list",
    ]);
    const current = await checkMcpServer(url, "2026-07-28");
    assert.deepEqual(selectFaults(current.faults), []);
    assert.deepEqual(current.passed, [
      "dns-rebinding-protection",
      "http-header-validation",
      "input-required-result-ignore-extra-params",
      "input-required-result-missing-input-response",
      "input-required-result-unsupported-methods",
      "input-required-result-validate-input",
      "resources-list",
      "sep-2164-resource-not-found",
      "server-sse-multiple-streams",
      "tools-list",
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
    await stack.close();
    await stores.close();
  }
});
