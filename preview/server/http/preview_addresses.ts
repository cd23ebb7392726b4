import { networkInterfaces } from "node:os";
import { TOKEN_PARAMETER } from "./request_guard.ts";

export interface PreviewAddresses {
  /** The address of the shell on this machine, with the token if there is one. */
  readonly url: string;
  /** The addresses for other machines; none when the preview is bound to loopback. */
  readonly networkUrls: readonly string[];
}

/** The addresses of a preview that listens on a host and port. */
export function findAddresses(
  { host, port, token }: { host: string; port: number; token: string | null },
): PreviewAddresses {
  const query = token === null ? "" : `?${TOKEN_PARAMETER}=${token}`;
  const toUrl = (name: string) => `http://${name.includes(":") ? `[${name}]` : name}:${port}/${query}`;
  if (host === "0.0.0.0" || host === "::") {
    return { url: toUrl("localhost"), networkUrls: externalAddresses(host).map(toUrl) };
  }
  return { url: toUrl(host), networkUrls: token === null ? [] : [toUrl(host)] };
}

function externalAddresses(host: string): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const usable = addresses.filter(({ internal, family, address }) =>
    !internal && (family === "IPv4" || (host === "::" && !address.startsWith("fe80")))
  );
  return usable.map(({ address }) => address);
}
