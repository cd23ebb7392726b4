import { CodedError } from "../core/errors/mod.ts";

/** The oldest Node that the programs run on: that of the sandbox (lifecycle specification, §1). */
export const MIN_NODE_VERSION = "24.14.1";

/** The versions of a runtime, as in `process.versions`. Deno also states the Node version that it is compatible with. */
export interface RuntimeVersions {
  readonly node?: string;
  readonly deno?: string;
}

/** The programs do not run on this version of Node. */
export class NodeVersionError extends CodedError<"runtime.unsupported_node"> {
  override readonly name = "NodeVersionError";
}

/** Rejects a Node that is too old, which would otherwise fail later with misleading messages. */
export function checkNodeVersion({ node, deno }: RuntimeVersions): void {
  if (deno !== undefined || node === undefined) return;
  const [actual, required] = [node, MIN_NODE_VERSION].map((version) =>
    version.split(".").map((part) => parseInt(part, 10))
  );
  const differing = required!.findIndex((part, index) => part !== actual![index]);
  if (differing === -1 || actual![differing]! > required![differing]!) return;
  throw new NodeVersionError(
    "runtime.unsupported_node",
    `Cannot run on Node ${node}: Node ${MIN_NODE_VERSION} or later is needed; \`node --version\` shows which one is first on the PATH`,
  );
}
