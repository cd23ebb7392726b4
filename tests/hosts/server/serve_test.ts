import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { MAX_WAITING_REQUESTS } from "../../../hosts/server/answer_in_turn.ts";
import { REQUEST_DEADLINES } from "../../../hosts/server/request_deadlines.ts";
import { serve } from "../../../hosts/server/serve.ts";
import { findFreePort } from "../../servers/free_port.ts";
import { listenForCalls } from "../../../hosts/application/control_socket.ts";
import { listen } from "../../../preview/server/http/listener.ts";
import { sendRaw } from "../routes/sockets.ts";
import { assertRejectsAmbiguous } from "./ambiguous_requests.ts";
import { temporaryFolder } from "../cli/command_process.ts";

const DEADLINES = { headers: 300, request: 600 };

/** Requests that never arrive completely. */
const HALF_REQUESTS = [
  "",
  "GET / HTT",
  "GET / HTTP/1.1\r\nHost: localh",
  "GET / HTTP/1.1\r\nHost: localhost\r\n",
  "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc",
  "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
];

/** Opens a connection, sends the beginning of a request, and resolves when the server closes the connection. */
function sendHalf(
  address: { port: number; host: string } | { path: string },
  text: string,
  patience = 8_000,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(address as { port: number });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The server keeps a connection open that has sent only ${JSON.stringify(text)}`));
    }, patience);
    socket.on("connect", () => text !== "" && socket.write(text));
    socket.on("error", () => {});
    socket.on("data", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function local(url: string): { port: number; host: string } {
  return { port: Number(new URL(url).port), host: "127.0.0.1" };
}

// claim: request-deadlines
Deno.test("500 requests that never arrive completely are closed at the deadline, and others are served meanwhile", async () => {
  const read = async (request: Request) => new Response(await request.text().catch(() => "half"));
  const server = await serve(read, { hostname: "127.0.0.1", port: 0, deadlines: DEADLINES });
  try {
    const halves = Array.from(
      { length: 500 },
      (_, index) => sendHalf(local(server.url), HALF_REQUESTS[index % HALF_REQUESTS.length]!),
    );
    const served = await fetch(server.url, { method: "POST", body: "whole" });
    assert.equal(await served.text(), "whole");
    await Promise.all(halves);
  } finally {
    await server.close();
  }
});

// claim: request-deadlines
Deno.test("the headers have a deadline of their own, before that of the whole request", async () => {
  const deadlines = { headers: 300, request: 600_000 };
  const server = await serve(() => new Response(), { hostname: "127.0.0.1", port: 0, deadlines });
  try {
    const withoutHeaders = HALF_REQUESTS.filter((text) => !text.includes("\r\n\r\n"));
    await Promise.all(withoutHeaders.map((text) => sendHalf(local(server.url), text)));
  } finally {
    await server.close();
  }
});

Deno.test("by default, the deadlines are those of the guide for operators", async () => {
  const guide = await readFile(new URL("../../../docs/http.md", import.meta.url), "utf8");
  const stated = /A client has (\d+) s to send the headers of a request and (\d+) s to send all of it/.exec(
    guide,
  )!;
  const [headers, request] = stated.slice(1).map((seconds) => Number(seconds) * 1000);
  assert.deepEqual(REQUEST_DEADLINES, { headers, request });
  const server = await serve(() => new Response(), { hostname: "127.0.0.1", port: 0 });
  try {
    await sendHalf(local(server.url), HALF_REQUESTS[2]!, 30_000);
  } finally {
    await server.close();
  }
});

Deno.test("a response may take longer than the deadlines of its request", async () => {
  // timer: the response takes longer than the deadlines
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000));
  const respond = async () => (await wait(), new Response("late"));
  const server = await serve(respond, { hostname: "127.0.0.1", port: 0, deadlines: DEADLINES });
  assert.equal(await (await fetch(server.url)).text(), "late");
  await server.close();
});

// claim: request-deadlines
Deno.test("the control socket closes requests that never arrive completely", async () => {
  await using folder = await temporaryFolder();
  const stop = await listenForCalls(folder.path, () => Promise.resolve(null), DEADLINES);
  try {
    await Promise.all(HALF_REQUESTS.map((text) => sendHalf({ path: `${folder.path}/serve.sock` }, text)));
  } finally {
    await stop();
  }
});

// claim: request-deadlines
Deno.test("the preview closes requests that never arrive completely", async () => {
  const deadlines = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 100 };
  const options = { host: "127.0.0.1", port: 0, strictPort: true, deadlines };
  const { servers: [server], port } = await listen(options);
  try {
    await Promise.all(HALF_REQUESTS.map((text) => sendHalf({ port, host: "127.0.0.1" }, text)));
  } finally {
    await new Promise((resolve) => server!.close(resolve));
  }
});

Deno.test("closing waits for the response to a request that has arrived, and not for half a request", async () => {
  const entered = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const server = await serve(async () => {
    entered.resolve();
    await gate.promise;
    return new Response("late");
  }, { hostname: "127.0.0.1", port: 0 });
  const half = sendHalf(local(server.url), HALF_REQUESTS[2]!);
  const response = fetch(server.url);
  await entered.promise;
  const closed = server.close();
  gate.resolve();
  assert.equal(await (await response).text(), "late");
  await closed;
  await half;
});

Deno.test("closing does not wait for requests that a client sent one after another before it left", async () => {
  const entered = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const server = await serve(async () => {
    entered.resolve();
    await gate.promise;
    return new Response("text");
  }, { hostname: "127.0.0.1", port: 0, shutdownTimeout: 600_000 });
  const socket = connect(local(server.url));
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(5));
  await entered.promise;
  socket.destroy();
  gate.resolve();
  await server.close();
});

Deno.test("a request that arrived while the process was busy is answered before its connection is closed", async () => {
  const server = await serve(() => new Response("text"), { hostname: "127.0.0.1", port: 0 });
  const socket = connect(local(server.url));
  socket.setEncoding("latin1");
  const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  socket.write(request);
  await once(socket, "data");
  const answered = once(socket, "data");
  const closed = server.close(PATIENCE_MS);
  socket.write(request);
  const end = performance.now() + 4 * PATIENCE_MS;
  while (performance.now() < end) { /* The process is busy. */ }
  const [text] = await Promise.race([
    answered,
    once(socket, "close").then(() => ["closed without a response"]),
  ]);
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i);
  await closed;
});

/** How long a closing server waits for last requests. */
const PATIENCE_MS = 50;

/** Sends requests that differ in their path without waiting for responses. */
function sendTogether(url: string, count: number): Socket {
  const socket = connect(local(url));
  socket.on("error", () => {});
  const requests = Array.from(
    { length: count },
    (_, index) => `GET /${index} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  socket.write(requests.join(""));
  return socket;
}

Deno.test("requests that a client sends without waiting for responses are answered one after another", async () => {
  let [pending, most] = [0, 0];
  const server = await serve(async ({ url }) => {
    most = Math.max(most, ++pending);
    await new Promise((resolve) => setTimeout(resolve));
    pending--;
    return new Response(`<${new URL(url).pathname}>`);
  }, { hostname: "127.0.0.1", port: 0 });
  const last = MAX_WAITING_REQUESTS; // The first of them does not wait.
  const socket = sendTogether(server.url, last + 1);
  try {
    let text = "";
    for await (const chunk of socket) {
      text += chunk;
      if (text.includes(`</${last}>`)) break;
    }
    const paths = text.match(/<[^>]+>/g);
    assert.deepEqual(paths, Array.from({ length: last + 1 }, (_, index) => `</${index}>`));
    assert.equal(most, 1);
  } finally {
    socket.destroy();
    await server.close();
  }
});

Deno.test("a connection on which too many requests wait is closed, and the others are served", async () => {
  const gate = Promise.withResolvers<void>();
  let count = 0;
  const server = await serve(async ({ url }) => {
    count++;
    if (url.endsWith("/0")) await gate.promise;
    return new Response("text");
  }, { hostname: "127.0.0.1", port: 0 });
  try {
    const socket = sendTogether(server.url, 100_000);
    await new Promise((resolve) => socket.on("close", resolve));
    gate.resolve();
    assert.equal(await (await fetch(server.url)).text(), "text");
    assert.equal(count, 2, "none of the requests that waited is answered");
  } finally {
    await server.close();
  }
});

Deno.test("responses keep their cookies, HEAD has no body, and an invalid Host is a 400", async () => {
  const headers = new Headers([["Set-Cookie", "a=1"], ["Set-Cookie", "b=2"], ["Content-Length", "4"]]);
  const server = await serve(() => new Response("text", { headers }), { hostname: "127.0.0.1", port: 0 });
  try {
    const head = await fetch(server.url, { method: "HEAD" });
    assert.deepEqual(head.headers.getSetCookie(), ["a=1", "b=2"]);
    assert.deepEqual([head.headers.get("Content-Length"), await head.text()], ["4", ""]);
    const answer = await sendRaw(local(server.url).port, ["GET / HTTP/1.1", "Host: a b"]);
    assert.match(answer, /^HTTP\/1\.1 400 /);
  } finally {
    await server.close();
  }
});

// claim: requests-unambiguous
Deno.test("a request that a proxy in front may understand differently is a 400, and no later one of its connection is answered", async () => {
  const answered: string[] = [];
  const server = await serve(async (request) => {
    answered.push(new URL(request.url).pathname + await request.text());
    return new Response();
  }, { hostname: "127.0.0.1", port: 0 });
  try {
    await assertRejectsAmbiguous(local(server.url).port);
    assert.deepEqual(answered, ["/own", "/absolute", "/..own/...%2e/a%2fb/%2B%c3%a9%20", "/chunkedabc"]);
  } finally {
    await server.close();
  }
});

const LEAVES_NOTHING = { sanitizeOps: true, sanitizeResources: true };

Deno.test("a port that is in use is an error of its own class", LEAVES_NOTHING, async () => {
  const server = await serve(() => new Response(), { hostname: "127.0.0.1", port: 0 });
  const { port } = local(server.url);
  try {
    await assert.rejects(
      () => serve(() => new Response(), { hostname: "127.0.0.1", port }),
      {
        name: "ListenError",
        code: "server.port_taken",
        message: /the port is taken; choose another with --port$/,
      },
    );
  } finally {
    await server.close();
  }
});

Deno.test("an address that is not of this machine is an error with the address", async () => {
  await assert.rejects(() => serve(() => new Response(), { hostname: "192.0.2.1", port: 0 }), {
    code: "server.cannot_listen",
    message: /^Cannot listen on 192\.0\.2\.1:0: .*; choose an address of this machine with --host$/,
  });
});

Deno.test("an address is checked without accepting a connection, which would be reset", async () => {
  const address = { hostname: "127.0.0.1", port: await findFreePort() };
  const module = new URL("../../../hosts/server/check_address.ts", import.meta.url).href;
  const checks = new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `import { checkAddress } from ${JSON.stringify(module)};
for (let check = 0; check < 2000; check++) await checkAddress(${JSON.stringify(address)});`,
    ],
  }).output();
  let isChecked = false;
  let accepted = 0;
  const client = async (): Promise<void> => {
    while (!isChecked) {
      const socket = connect(address.port, address.hostname);
      await once(socket, "connect").then(() => {
        if (socket.localPort !== address.port) accepted++; // TCP can connect a port to itself.
      }, () => {});
      socket.destroy();
    }
  };
  const clients = Array.from({ length: 8 }, client);
  const { code, stderr } = await checks;
  isChecked = true;
  await Promise.all(clients);
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  assert.equal(accepted, 0);
});
