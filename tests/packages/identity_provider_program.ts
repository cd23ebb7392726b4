/**
 * Serves an OpenID Connect provider on a free port of loopback, until standard input ends. The first line of standard input
 * is JSON: the registered clients. The first line of standard output is its issuer. It signs anyone in under the name that
 * they enter. The dynamic import installs it.
 *
 * @module
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline";

/** The part of oidc-provider that is used. */
interface ProviderModule {
  Provider: new (issuer: string, configuration: object) => {
    callback(): (request: unknown, response: unknown) => void;
  };
}

const PACKAGE: string = "npm:oidc-provider@9.13.3";

const { Provider } = await import(PACKAGE) as ProviderModule;
const input = createInterface({ input: process.stdin });
const [line] = await once(input, "line") as [string];
const server = createServer();
server.listen(0, "127.0.0.1");
await once(server, "listening");
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const provider = new Provider(issuer, {
  clients: JSON.parse(line),
  pkce: { required: () => true },
  cookies: { keys: ["a key of a test"] },
  claims: { openid: ["sub"], email: ["email", "email_verified"] },
  conformIdTokenClaims: false,
  findAccount: (_context: unknown, accountId: string) => ({
    accountId,
    claims: () => ({
      sub: accountId,
      email: `${accountId}@example.com`,
      email_verified: accountId !== "eve",
    }),
  }),
});
server.on("request", provider.callback());
process.stdout.write(`${issuer}\n`);
await once(input, "close");
process.exit();
