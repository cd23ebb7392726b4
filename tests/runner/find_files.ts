import { stat } from "node:fs/promises";
import { glob } from "tinyglobby";
import { UsageError } from "../../terminal/mod.ts";

/** The test files at some paths whose names end in `_KIND`, in order, each once. */
export async function findTestFiles(paths: readonly string[], kind: "test" | "soak"): Promise<string[]> {
  const found = await Promise.all(paths.map(async (path) => {
    const stats = await stat(path).catch(() => null);
    if (stats === null) throw new UsageError(`cannot find ${JSON.stringify(path)}`);
    if (stats.isFile()) return [path.replace(/^\.\//, "")];
    return await glob(`${path.replace(/\/+$/, "")}/**/*_${kind}.{ts,tsx}`, { ignore: "**/node_modules/**" });
  }));
  return [...new Set(found.flat())].sort();
}
