import { join } from "node:path";
import type { CommitDependencies } from "../../hosts/commit/mod.ts";
import { createFileObjectStore } from "../../hosts/objects/mod.ts";
import { createErasureLog, type ErasureDependencies } from "../../hosts/user_data/mod.ts";
import type { StoresAddress } from "./stores.ts";

/** The stores, and a log of erasures in a folder beside them. */
export async function openErasures(
  stores: CommitDependencies,
  { folder }: StoresAddress,
): Promise<ErasureDependencies> {
  const erasureLog = createErasureLog(await createFileObjectStore(join(folder, "erasures")), "");
  return { ...stores, erasureLog, eraseElsewhere: () => Promise.resolve([]) };
}
