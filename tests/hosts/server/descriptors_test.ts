import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { within } from "../../waiting/mod.ts";

const PROGRAM = new URL("few_descriptors.ts", import.meta.url).pathname;
const DESCRIPTORS = 128;

/** Opens connections that send nothing, more than the server has descriptors for. */
async function openIdle(port: number): Promise<Disposable> {
  const sockets = Array.from(
    { length: 2 * DESCRIPTORS },
    () => connect(port, "127.0.0.1").on("error", () => {}),
  );
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  return { [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()) };
}

async function ask(url: string): Promise<string> {
  const response = await fetch(url, {
    headers: { Connection: "close" },
    signal: AbortSignal.timeout(20_000),
  });
  return await response.text();
}

// claim: descriptors-come-back
Deno.test("a server whose file descriptors were used up accepts connections again", {
  ignore: Deno.build.os !== "linux",
}, async () => {
  const command = `ulimit -n ${DESCRIPTORS}; exec "$0" run -A --no-check "$1"`;
  const args = ["-c", command, Deno.execPath(), PROGRAM];
  const server = new Deno.Command("bash", { args, stdin: "null", stdout: "piped" }).spawn();
  const input = Readable.from(server.stdout);
  try {
    const lines = createInterface({ input })[Symbol.asyncIterator]();
    const readLine = async (): Promise<string> => (await lines.next()).value ?? "";
    const url = await within("the server listens", readLine());
    assert.equal(await ask(url), "here");
    {
      using _idle = await openIdle(Number(new URL(url).port));
      const told = await within("the server listens again", readLine());
      assert.match(told, /accepted no connections on port \d+ and listens again: .*LimitNOFILE/);
    }
    for (let time = 0; time < 3; time++) assert.equal(await ask(url), "here");
  } finally {
    server.kill();
    await server.status;
    input.destroy();
  }
});
