/**
 * The commit of a batch without its effects: scan, plan, events, sweep, object keys, and the interfaces (ports) of the
 * stores and queues, which a host implements.
 *
 * @example
 * ```ts
 * import { writeTckb } from "@tck/tckb";
 * import { planCommit, scanBundles } from "@tck/tckb/commit";
 *
 * const module = new TextEncoder().encode("export default () => null");
 * const bytes = await writeTckb({ module, manifest: { id: "hello", cardType: "feed", sizes: ["fill-auto"] } });
 * const batch = { userId: "demo", localDate: "2026-03-04", kind: "morning_brief" } as const;
 * const { specs } = await scanBundles([{ name: "001_hello.tckb", read: () => Promise.resolve(bytes) }], batch);
 * const plan = planCommit(batch, specs, new Set());
 * console.log(plan.rows.length); // 1
 * ```
 *
 * @module
 */
export type * from "./batch_target.ts";
export * from "./notification.ts";
export * from "./commit_request.ts";
export type * from "./commit_store.ts";
export type * from "./log_event.ts";
export { BatchLimitError } from "./manifest_budget.ts";
export type * from "./object_store.ts";
export * from "./plan.ts";
export type * from "./protocol_dependencies.ts";
export * from "./scan.ts";
export * from "./sweep.ts";
export type * from "./sweep_store.ts";
export {
  bundleKey,
  formatBundleFolder,
  formatUserSegment,
  isUserId,
  manifestKey,
  type ObjectKey,
  parseObjectKey,
  sourceKey,
} from "../naming/mod.ts";
