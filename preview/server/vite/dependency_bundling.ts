import type { ViteDevServer } from "vite";

/** Milliseconds. What takes longer than this hangs. */
const LONGEST_WAIT = 10_000;

/**
 * Waits until the dev server has bundled the packages that it knows of. Closed while it does, it would only take away the
 * folder that the bundler's threads go on to write to, and a process that is ended beneath these may crash.
 */
export async function awaitBundledPackages({ environments }: ViteDevServer): Promise<void> {
  const { depsOptimizer } = environments.client;
  if (depsOptimizer === undefined) return;
  const bundled = async () => {
    // The packages are known when it ends.
    await depsOptimizer.scanProcessing;
    await Promise.allSettled(depsOptimizer.metadata.depInfoList.map(({ processing }) => processing));
  };
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, LONGEST_WAIT);
  await Promise.race([bundled(), timeout.promise]);
  clearTimeout(timer);
}
