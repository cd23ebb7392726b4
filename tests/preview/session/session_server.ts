import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sendWebResponse, toWebHeaders, toWebRequest } from "../../../preview/server/http/node_http.ts";
import { createRequestGuard, type RequestGuardOptions } from "../../../preview/server/http/request_guard.ts";
import { problemResponse } from "../../../preview/server/problem.ts";
import { openPreviewSession, type PreviewSession, type PreviewSessionOptions } from "./preview_session.ts";

/** A session behind its guard on a real socket, without a dev server. */
export interface SessionServer {
  readonly session: PreviewSession;
  readonly baseUrl: string;
  readonly port: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Serves a session: only the protocol, with the specifiers of modules as they are in their bundles. */
export async function serveSession(
  options: PreviewSessionOptions,
  guarding: Partial<RequestGuardOptions> = {},
): Promise<SessionServer> {
  const session = await openPreviewSession(options);
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const guard = createRequestGuard({ port, host: "127.0.0.1", token: null, ...guarding });
  server.on("request", async (message, response) => {
    const { method = "GET", url = "/" } = message;
    const problem = guard.check({ method, url, headers: toWebHeaders(message) });
    const absolute = new URL(/^https?:/.test(url) ? url : `http://127.0.0.1:${port}${url}`);
    const answer = problem !== null
      ? problemResponse(problem)
      : await session.handle(toWebRequest(message, absolute));
    await sendWebResponse(answer, response);
  });
  return {
    session,
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await session.close();
    },
  };
}
