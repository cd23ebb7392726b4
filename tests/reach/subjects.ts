/**
 * The rooms that a test is about. A test in `tests/hosts/auth` is about `hosts/auth`; the folders below are named
 * otherwise than the rooms that they test, or test several.
 *
 * @module
 */

/** By the beginning of the test's path; the longest counts. */
const SUBJECTS: { readonly [prefix: string]: readonly string[] } = {
  "tests/browser/demo_": ["hosts/cli/commands/demo.ts", "fixtures/projects/morning-brief"],
  "tests/conformance": ["core/tckb", "core/manifest", "core/contract", "hosts/objects", "hosts/postgres"],
  "tests/consumers": ["hosts/packaging", "web/scaffold"],
  "tests/crash": [
    "core/commit",
    "hosts/commit",
    "hosts/objects",
    "hosts/postgres",
    "hosts/sweep",
    "hosts/user_data",
  ],
  "tests/fuzz": ["core/tckb", "core/bytes"],
  "tests/hosts/deployment": ["hosts/deno", "hosts/edge", "hosts/node"],
  "tests/playground": ["docs/site/playground"],
  "tests/preview/mcp": ["preview/server/mcp", "preview/server/cli", "preview/server/main.ts"],
  "tests/preview/review": [
    "preview/review",
    "preview/server/cli",
    "preview/server/main.ts",
    "preview/server/review",
    "preview/server/snapshot",
    "preview/shell",
  ],
  "tests/preview/server": ["preview/server", "preview/protocol.ts"],
  "tests/preview/session": ["preview/server", "preview/protocol.ts"],
  "tests/preview/shell": ["preview/shell", "preview/protocol.ts", "preview/shots.ts"],
  "tests/preview/snapshot": [
    "preview/server/cli",
    "preview/server/main.ts",
    "preview/server/snapshot",
    "preview/shell/shots",
    "preview/shots.ts",
  ],
  "tests/runtimes": ["core/tckb", "web/bundler"],
  "tests/site": ["docs/site"],
  "tests/simulation": ["core/commit", "hosts/commit", "hosts/sweep"],
  "tests/web/canvas": ["web/assets", "web/canvas", "web/service-worker"],
  "tests/web/client": ["web/client", "hosts/packaging"],
  "tests/web/kept": ["fixtures"],
  "tests/web/projects": ["fixtures/projects", "preview/server/snapshot"],
};

/** The rooms that a test is about; none if it is about what it reaches in `tests` alone. */
export function subjectsOf(test: string, files: ReadonlySet<string>): readonly string[] {
  const named = Object.keys(SUBJECTS).filter((prefix) => test.startsWith(prefix))
    .sort((one, other) => other.length - one.length)[0];
  if (named !== undefined) return SUBJECTS[named]!;
  const [, part, room] = test.split("/");
  const mirrored = `${part}/${room}`;
  return files.has(mirrored) || hasFolder(files, mirrored) ? [mirrored] : [part!];
}

function hasFolder(files: ReadonlySet<string>, folder: string): boolean {
  return files.values().some((file) => file.startsWith(`${folder}/`));
}
