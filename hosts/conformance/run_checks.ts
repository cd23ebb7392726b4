import pLimit from "p-limit";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import { BUNDLE_CHECKS } from "./bundle_checks.ts";
import { CHAT_CHECKS } from "./chat_checks.ts";
import type { Check, CheckResult } from "./check.ts";
import { CREDENTIAL_CHECKS } from "./credential_checks.ts";
import { CheckFault, CheckSkipped, ConformanceError } from "./errors.ts";
import { OPERATIONS_CHECKS } from "./operations_checks.ts";
import { PAGE_CHECKS } from "./page_checks.ts";
import { PUBLIC_API_CHECKS } from "./public_api_checks.ts";
import { WRITER_CHECKS } from "./writer_checks.ts";
import { type ConformanceOptions, createService, LIST, type Service } from "./service.ts";

const CHECKS: readonly Check[] = [
  ...PUBLIC_API_CHECKS,
  ...BUNDLE_CHECKS,
  ...CREDENTIAL_CHECKS,
  ...PAGE_CHECKS,
  ...CHAT_CHECKS,
  ...OPERATIONS_CHECKS,
  ...WRITER_CHECKS,
];

/** How many checks run at the same time. */
const CONCURRENCY = 8;

/**
 * Checks the public API and the web app at some URLs against the lifecycle specification and the architecture page, from
 * outside. The services are only read, unless there is a writer, which replaces one batch.
 *
 * @param onProgress called after each check
 * @returns what each check found, in their order
 * @throws {ConformanceError} when one of the services does not respond at all
 */
export async function checkConformance(
  options: ConformanceOptions,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<CheckResult[]> {
  const service = createService(options);
  await expectResponse(options.url, () => service.cloud(LIST));
  await expectResponse(options.appUrl ?? options.url, () => service.app("/"));
  let done = 0;
  return await pLimit(CONCURRENCY).map(CHECKS, async (check) => {
    const result = await runCheck(check, service);
    onProgress(++done, CHECKS.length);
    return result;
  });
}

async function expectResponse(url: string, request: () => Promise<unknown>): Promise<void> {
  await request().catch((error) => {
    throw new ConformanceError(
      "conformance.unreachable",
      `Cannot check ${quote(url)}: ${errorMessage(error)}`,
      { cause: error },
    );
  });
}

async function runCheck({ route, rule, run }: Check, service: Service): Promise<CheckResult> {
  try {
    await run(service);
    return { route, rule, outcome: "passed", detail: null };
  } catch (error) {
    if (error instanceof CheckSkipped) return { route, rule, outcome: "skipped", detail: error.message };
    // A response of an unexpected form can end a check in any error.
    const detail = error instanceof CheckFault
      ? error.message
      : `the response cannot be read: ${errorMessage(error)}`;
    return { route, rule, outcome: "failed", detail };
  }
}
