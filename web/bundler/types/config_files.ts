import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** The largest configuration that is read, in bytes (1 MiB). */
const MAX_CONFIG_BYTES = 1_048_576;

/** How many configurations extend each other at most. */
const MAX_CONFIGS = 100;

/** The configurations that TypeScript reads. */
interface Configs {
  readonly files: readonly string[];
  /** Whether there are no others; not for a text that is no JSON, for example. */
  readonly areAll: boolean;
}

/** Lists the configuration of a project and those that it extends: TypeScript quotes what is written in them. */
export function listConfigs(root: string): Configs {
  const found = new Set([join(root, "tsconfig.json")]);
  let areAll = true;
  for (const file of found) {
    const extended = readExtended(file);
    areAll &&= extended !== null && found.size + extended.length <= MAX_CONFIGS;
    if (areAll) extended?.forEach((other) => found.add(other));
  }
  return { files: [...found], areAll };
}

/** The files that a configuration extends; null for what TypeScript might read otherwise than it is read here. */
function readExtended(file: string): string[] | null {
  const config = parseConfig(readText(file));
  if (config === null) return null;
  const { extends: specifiers = [] } = config;
  const list = Array.isArray(specifiers) ? specifiers : [specifiers];
  const files = list.map((one) => typeof one === "string" ? findExtended(file, one) : null);
  return files.includes(null) ? null : files as string[];
}

function findExtended(file: string, specifier: string): string | null {
  if (isAbsolute(specifier) || /^\.\.?\//.test(specifier)) {
    const path = resolve(dirname(file), specifier);
    return existsSync(path) || path.endsWith(".json") ? path : `${path}.json`;
  }
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  const require = createRequire(file);
  for (const folder of require.resolve.paths(specifier) ?? []) {
    const packageJson = readText(join(folder, name, "package.json"));
    if (packageJson === null && !existsSync(join(folder, name))) continue;
    const { exports, tsconfig } = parseConfig(packageJson ?? "{}") ?? { exports: {} };
    // With these, which file is meant depends on more than its path.
    if (exports !== undefined || tsconfig !== undefined) return null;
    const path = join(folder, specifier);
    const candidates = [path, `${path}.json`, join(path, "tsconfig.json")];
    return candidates.find((candidate) => isFile(candidate)) ?? null;
  }
  return null;
}

/** JSON with comments and trailing commas. A string or comment without an end is matched too, so that none is read twice. What has more than one meaning is not read. */
function parseConfig(text: string | null): { readonly [field: string]: unknown } | null {
  if (text === null || text.includes("\\u")) return null;
  const plain = text.replace(/^\ufeff/, "")
    .replaceAll(
      /("(?:[^"\\\n]|\\.)*"?)|\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$)/g,
      (_, string?: string) => string ?? " ",
    )
    .replaceAll(/("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[}\]])/g, (_, string?: string) => string ?? " ");
  if ((plain.match(/"extends"\s*:/g) ?? []).length > 1) return null;
  try {
    const value: unknown = JSON.parse(plain);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readText(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > MAX_CONFIG_BYTES) return null;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
