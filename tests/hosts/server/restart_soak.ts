import { startCommand } from "../cli/command_process.ts";
import { assertNoReset } from "./restart_cases.ts";

Deno.test("20 restarts by SIGTERM answer every request of 64 busy connections", () =>
  assertNoReset(startCommand, 20));
