// budget: 15 s: it starts a server four times
import { startCommand } from "../cli/command_process.ts";
import { assertNoReset } from "./restart_cases.ts";

// 20 restarts are in `restart_soak.ts`.
Deno.test("3 restarts by SIGTERM answer every request of 64 busy connections", () =>
  assertNoReset(startCommand, 3));
