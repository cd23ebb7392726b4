import { hostname, userInfo } from "node:os";
import process from "node:process";

/** This process in lines of the log about who did what: `command:ACCOUNT@HOST`. */
export function nameActor(program: "command" | "commit-worker" | "serve"): string {
  return `${program}:${readAccount()}@${hostname()}`;
}

/** A container may run as an account that has no name. */
function readAccount(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
