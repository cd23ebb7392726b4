import type { LighthouseReport, LighthouseRequest } from "./lighthouse_program.ts";
import { runProgram } from "./program.ts";

/** Audits pages by Lighthouse, one after the other. */
export async function auditPages(request: LighthouseRequest): Promise<LighthouseReport[]> {
  return JSON.parse(await runProgram("lighthouse_program.ts", [], JSON.stringify(request)));
}
