import type { ProtocolDependencies } from "../../core/commit/mod.ts";
import type { Database } from "../postgres/mod.ts";

/** The dependencies of the commit service, as an application opens them. */
export interface ServiceDependencies extends Omit<ProtocolDependencies, "records"> {
  database: Database;
}
