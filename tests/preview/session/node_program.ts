/**
 * For Node: runs the cases one after another and prints a line of JSON for each.
 *
 * @module
 */
import { stdout } from "node:process";
import { testConfigChanges } from "./config_change_cases.ts";
import { testConfigFields } from "./config_field_cases.ts";
import { testConfigFile } from "./config_file_cases.ts";
import { testDisk } from "./disk_cases.ts";
import { checkDiskModel } from "./disk_model.ts";
import { testFetch } from "./fetch_cases.ts";
import { testGuard } from "./guard_cases.ts";
import { testRoutes } from "./route_cases.ts";
import type { RegisterTest } from "./served_preview.ts";
import { serveSession } from "./session_server.ts";

const tests: Parameters<RegisterTest>[] = [];
const register: RegisterTest = (name, run) => void tests.push([name, run]);

testRoutes("session", serveSession, register);
testGuard("session", serveSession, register);
testFetch("session", serveSession, register);
testConfigFile(register);
testConfigFields(register);
testConfigChanges(register);
testDisk(register);
register("files: every change is noticed", () => checkDiskModel({ numRuns: 10 }));

for (const [name, run] of tests) {
  const error = await Promise.resolve().then(run).then(() => null, (error) => String(error?.stack ?? error));
  stdout.write(`${JSON.stringify({ name, error })}\n`);
}
