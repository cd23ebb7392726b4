import { startCommand } from "../cli/command_process.ts";
import { assertNoReset } from "./restart_cases.ts";

// 20 restarts are in `restart_soak.ts`.
Deno.test("a restart by SIGTERM answers every request of 64 busy connections", () =>
  assertNoReset(startCommand, 1));
