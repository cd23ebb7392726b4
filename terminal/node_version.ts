/** The least version of Node that the programs run on: that of the sandbox (lifecycle specification, §1). */
export const LEAST_NODE = "24.14.1";

/** The versions that a runtime names, as `process.versions`: Deno names the Node that it stands for as well. */
export interface RuntimeVersions {
  readonly node?: string;
  readonly deno?: string;
}

/** The runtime is one that the programs do not run on. */
export class NodeVersionError extends Error {
  override name = "NodeVersionError";
}

/**
 * Refuses a Node that is too old: it would fail on the way, with messages that blame what is built.
 *
 * @throws {NodeVersionError}
 */
export function checkNodeVersion({ node, deno }: RuntimeVersions): void {
  if (deno !== undefined || node === undefined) return;
  const [actual, least] = [node, LEAST_NODE].map((version) =>
    version.split(".").map((part) => parseInt(part, 10))
  );
  const differing = least!.findIndex((part, index) => part !== actual![index]);
  if (differing === -1 || actual![differing]! > least![differing]!) return;
  throw new NodeVersionError(
    `Cannot run on Node ${node}: Node ${LEAST_NODE} or later is needed; \`node --version\` tells which one is found first`,
  );
}
