/**
 * Runs publint and "are the types wrong" on npm tarballs, and prints the problems as JSON: an object of lists of texts, by
 * file. The dynamic imports install both.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import process from "node:process";

/** The part of publint that is used. */
interface Publint {
  publint(options: { pack: { tarball: ArrayBuffer }; strict: boolean }): Promise<{ messages: Message[] }>;
}

interface Message {
  type: string;
  code: string;
  path: string[];
}

/** The part of "are the types wrong" that is used. */
interface TypesCheck {
  createPackageFromTarballData(data: Uint8Array): object;
  checkPackage(tarball: object): Promise<{ types: false | object; problems?: Problem[] }>;
}

interface Problem {
  kind: string;
  entrypoint?: string;
  resolutionKind?: string;
}

const PUBLINT: string = "npm:publint@0.3.25";
const TYPES_CHECK: string = "npm:@arethetypeswrong/core@0.18.5";

/** The ways in which a package with only ES modules is imported: by Node's `import`, and by bundlers. */
const RESOLUTIONS = ["node16-esm", "bundler"];

const { publint } = await import(PUBLINT) as Publint;
const { createPackageFromTarballData, checkPackage } = await import(TYPES_CHECK) as TypesCheck;
const problems: { [file: string]: string[] } = {};
for (const file of process.argv.slice(2)) problems[file] = await lint(await readFile(file));
process.stdout.write(JSON.stringify(problems));

async function lint(data: Uint8Array): Promise<string[]> {
  const tarball = Uint8Array.from(data);
  const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(tarball));
  return [
    ...messages.map(({ type, code, path }) => `${type} ${code} at ${path.join(".")}`),
    ...(types === false ? ["no types"] : []),
    ...problems.filter(({ resolutionKind }) => !resolutionKind || RESOLUTIONS.includes(resolutionKind))
      .map(({ kind, entrypoint }) => `types ${kind} at ${entrypoint}`),
  ];
}
