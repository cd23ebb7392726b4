import { listen, type TestServer } from "../routes/sockets.ts";
import { answerWithFaults, type Fault } from "./faults.ts";

/** A proxy that makes the faults. */
export function serveFaults(url: string, faults: readonly Fault[]): TestServer & AsyncDisposable {
  const server = listen(async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("Host");
    const answer = await fetch(new URL(pathname + search, url), {
      method: request.method,
      headers,
      redirect: "manual",
      ...(["POST", "PUT"].includes(request.method) ? { body: await request.arrayBuffer() } : {}),
    });
    return await answerWithFaults(faults, request, answer);
  });
  return { ...server, [Symbol.asyncDispose]: server.close };
}
