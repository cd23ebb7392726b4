import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether an IP address is one of the public internet: not private, loopback, link-local, reserved or multicast, nor an
 * IPv6 address that carries an IPv4 one and so may lead to any of these.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && !isIpv4Compatible(parsed);
}

/** `::a.b.c.d`, deprecated and not known to the package. */
function isIpv4Compatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.kind() === "ipv6" && (address as ipaddr.IPv6).parts.slice(0, 6).every((part) => part === 0);
}
