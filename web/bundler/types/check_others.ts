import { writeFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { TypeError } from "./parse_type_errors.ts";

/** What a run of TypeScript has found. */
export interface Found {
  readonly errors: readonly TypeError[];
  /** The files that it has read, by their whole paths. */
  readonly files: readonly string[];
}

/** Whether there are only errors that TypeScript finds before it looks at types: where one is, it finds no others. */
export function areOfSyntax(errors: readonly TypeError[]): boolean {
  return errors.length > 0 &&
    errors.every(({ file, code }) => file !== null && file !== "tsconfig.json" && isOfSyntax(code));
}

function isOfSyntax(code: number): boolean {
  return [1, 17].includes(Math.floor(code / 1000));
}

/** A file with one type error: where TypeScript does not report it, it has looked at no types. */
const PROBE = { name: "probe.ts", text: "export const probe: false = true;\n" };

/**
 * Checks the types of the widgets that parse.
 *
 * @param folder where a file may be written
 * @param found what TypeScript finds in the whole project
 * @param run checks some files
 * @returns null where types still are not checked: a file that does not parse is imported by one that does
 */
export async function checkOthers(
  root: string,
  folder: string,
  found: Found,
  run: (files: readonly string[]) => Promise<Found>,
): Promise<Found | null> {
  const broken = new Set(found.errors.map(({ file }) => partOf(root, resolve(root, file!))));
  const files = found.files.filter((file) =>
    !file.includes("/node_modules/") && !file.endsWith(".json") && !broken.has(partOf(root, file))
  );
  const probe = join(folder, PROBE.name);
  await writeFile(probe, PROBE.text);
  const { errors, files: read } = await run([...files, probe]);
  const isProbe = ({ file }: TypeError) => file !== null && resolve(root, file) === probe;
  if (!errors.some(isProbe)) return null;
  return {
    errors: errors.filter((error) => !isProbe(error)),
    files: read.filter((file) => file !== probe),
  };
}

/** The folder of a widget, or a file that belongs to none. */
function partOf(root: string, file: string): string {
  const [top, name, ...rest] = relative(root, file).split(sep);
  return top === "widgets" && rest.length > 0 && /^\d/.test(name!) ? `widgets/${name}` : file;
}
