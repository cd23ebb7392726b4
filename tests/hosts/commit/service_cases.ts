import { READER_CASES } from "../postgres/batch_reader_cases.ts";
import { COMMIT_CASES } from "./commit_batch_cases.ts";
import { WORKER_CASES } from "../commit_queue/commit_worker_cases.ts";
import { HISTORY_CASES } from "./history_cases.ts";
import { RELAY_CASES } from "../notifications/relay_cases.ts";
import type { Service } from "./service.ts";
import { SWEEP_CASES } from "../sweep/sweep_objects_cases.ts";
import { SWEEP_PLAN_CASES } from "../sweep/sweep_plan_cases.ts";
import { DELETE_BATCH_CASES } from "../sweep/delete_batch_cases.ts";
import { ERASURE_CASES } from "../user_data/erasure_cases.ts";
import { UNFINISHED_ERASURE_CASES } from "../user_data/unfinished_erasure_cases.ts";
import { WORKSPACE_CASES } from "./workspace_cases.ts";

type Cases = { readonly [sentence: string]: (service: Service) => Promise<void> };

const FAMILIES: readonly Cases[] = [
  COMMIT_CASES,
  SWEEP_CASES,
  RELAY_CASES,
  READER_CASES,
  HISTORY_CASES,
  SWEEP_PLAN_CASES,
  WORKSPACE_CASES,
  WORKER_CASES,
  DELETE_BATCH_CASES,
  ERASURE_CASES,
  UNFINISHED_ERASURE_CASES,
];

/** The behaviour of the commit service, on any engine. */
export const SERVICE_CASES: Cases = Object.assign({}, ...FAMILIES);

/** One case of each kind, for an engine on which the others need not be tried each time. */
export const FIRST_CASES: Cases = Object.fromEntries(FAMILIES.map((cases) => Object.entries(cases)[0]!));
