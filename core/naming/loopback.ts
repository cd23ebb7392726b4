/**
 * Whether a host name or address is always this machine's own: `localhost`, a name below it, `127.0.0.1` or `::1`, in
 * brackets as in a URL or without.
 */
export function isLoopbackName(host: string): boolean {
  const name = host.toLowerCase();
  return LOOPBACK_NAMES.includes(name) || name.endsWith(".localhost");
}

const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "::1", "[::1]"];
