import assert from "node:assert/strict";
import { findFreePort } from "../../servers/free_port.ts";
import { type RunningCommand, temporaryFolder } from "../cli/command_process.ts";
import { startBusyConnections } from "./busy_connections.ts";

const CONNECTIONS = 64;

/** Starts `serve` with the arguments and settings of a test. */
type StartServe = (args: readonly string[], environment: Record<string, string>) => RunningCommand;

/**
 * Restarts a server by SIGTERM while 64 connections send one request after another: each request that was sent is answered,
 * and the server is not ready before it stops listening.
 */
export async function assertNoReset(start: StartServe, restarts: number): Promise<void> {
  await using folder = await temporaryFolder();
  const port = await findFreePort();
  const settings = {
    TCK_DRAIN: "1s",
    TCK_AUTH_SECRET: "a secret of the test, with 32 characters or more",
    TCK_INTERNAL_URL: "http://127.0.0.1:9",
  };
  const args = ["serve", "--role", "public", "--port", String(port), "--data", folder.path, "--json"];
  const url = `http://127.0.0.1:${port}`;
  let server = start(args, settings);
  await server.printed(/^\{.*\}$/m);
  const clients = startBusyConnections(`${url}/healthz`, CONNECTIONS);
  for (let restart = 0; restart < restarts; restart++) {
    await clients.answeredOnce();
    const ended = server.stop("SIGTERM");
    assert.equal(await readStatus(url), "draining");
    assert.equal((await ended).code, 0);
    server = start(args, settings);
    await server.printed(/^\{.*\}$/m);
  }
  await clients.answeredOnce();
  const { answered, reset } = await clients.stop();
  await server.stop("SIGINT");
  assert.deepEqual(reset, []);
  assert.ok(answered > restarts * CONNECTIONS, `${answered} responses`);
}

/** The state that `/readyz` reports, once it is not ready to accept more: it answers until the server stops listening. */
async function readStatus(url: string): Promise<string> {
  for (;;) {
    const { status } = await fetch(`${url}/readyz`).then((response) => response.json());
    if (status === "draining") return status;
  }
}
