import { quote } from "../core/errors/mod.ts";
import { UsageError } from "./command.ts";

/** Parses a port: 0 (any free one) to 65535. */
export function readPort(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`invalid port ${quote(text)}: expected 0 to 65535`);
}
