import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether an IP address is public: not private, loopback, link-local, reserved or multicast, nor an IPv6 address that
 * embeds an IPv4 address and so may lead to one of these.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && !isIpv4Compatible(parsed);
}

/** `::a.b.c.d`, deprecated; the package does not recognise it. */
function isIpv4Compatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.kind() === "ipv6" && (address as ipaddr.IPv6).parts.slice(0, 6).every((part) => part === 0);
}
