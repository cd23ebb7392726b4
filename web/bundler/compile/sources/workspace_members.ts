/**
 * Reads which folders are the packages of a workspace: `packages` of `pnpm-workspace.yaml`, `workspaces` of `package.json`
 * (npm, Yarn, Bun) or `workspace` of `deno.json`.
 *
 * @param read the text of a file beside them, or null
 * @returns the patterns; null when none of the files lists any
 */
export function listMembers(read: (file: string) => string | null): readonly string[] | null {
  const yaml = read("pnpm-workspace.yaml");
  const listed = [
    ...(yaml === null ? [] : listOfYaml(yaml, "packages")),
    ...listOfJson(read("package.json"), "workspaces", "packages"),
    ...listOfJson(read("deno.json"), "workspace", "members"),
  ];
  return listed.length === 0 ? null : listed;
}

/** A list in a JSON file: the value of a field, or of another field in it. */
function listOfJson(text: string | null, field: string, inner: string): string[] {
  const value = asObject(parseJson(text))?.[field];
  const list = Array.isArray(value) ? value : asObject(value)?.[inner];
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function asObject(value: unknown): { readonly [name: string]: unknown } | null {
  return typeof value === "object" && value !== null ? value as { [name: string]: unknown } : null;
}

/** A list of strings at the top level of a YAML file, in blocks or in brackets. */
function listOfYaml(text: string, field: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => withoutComment(line).trimEnd());
  const start = lines.findIndex((line) => line.startsWith(`${field}:`));
  if (start < 0) return [];
  const rest = lines.slice(start + 1).filter((line) => line !== "");
  const end = rest.findIndex((line) => !/^\s|^-/.test(line));
  const block = end < 0 ? rest : rest.slice(0, end);
  const inline = [lines[start]!.slice(field.length + 1), ...block].join(" ").trim();
  if (inline.startsWith("[")) return inline.slice(1).split("]")[0]!.split(",").flatMap(unquote);
  return block.flatMap((line) => /^\s*-\s+(.*)$/.exec(line)?.slice(1) ?? []).flatMap(unquote);
}

function withoutComment(line: string): string {
  const at = line.search(/(?:^|\s)#/);
  return at < 0 ? line : line.slice(0, at);
}

function unquote(text: string): string[] {
  const plain = text.trim().replace(/^(["'])(.*)\1$/, "$2");
  return plain === "" ? [] : [plain];
}
