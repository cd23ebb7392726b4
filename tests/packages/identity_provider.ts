import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { programCommand } from "./program.ts";

/** A client of the provider, as in OpenID Connect Dynamic Client Registration. */
export interface RegisteredClient {
  client_id: string;
  client_secret?: string;
  token_endpoint_auth_method: "client_secret_basic" | "client_secret_post" | "none";
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
}

/** An OpenID Connect provider on loopback, which signs anyone in under the name that they enter. */
export interface TestIdentityProvider extends AsyncDisposable {
  issuer: URL;
}

/** Starts oidc-provider. */
export async function startIdentityProvider(
  clients: readonly RegisteredClient[],
): Promise<TestIdentityProvider> {
  const [program, args] = programCommand("identity_provider_program.ts");
  const server = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(server, "exit");
  server.stdin.write(`${JSON.stringify(clients)}\n`);
  const exitedEarly = ended.then(() => {
    throw new Error("Cannot start the identity provider: it exited at once");
  });
  exitedEarly.catch(() => {});
  const [issuer] = await Promise.race([once(createInterface({ input: server.stdout }), "line"), exitedEarly]);
  return {
    issuer: new URL(issuer),
    async [Symbol.asyncDispose]() {
      server.stdin.end();
      server.kill("SIGKILL");
      await ended;
    },
  };
}
