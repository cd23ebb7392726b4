/**
 * Looks at npm tarballs as publint and "are the types wrong" do, and prints what they find as JSON: an object of lists of
 * texts, by file. The imports, which no tool sees ahead of time, install them.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import process from "node:process";

/** What is used of publint. */
interface Publint {
  publint(options: { pack: { tarball: ArrayBuffer }; strict: boolean }): Promise<{ messages: Message[] }>;
}

interface Message {
  type: string;
  code: string;
  path: string[];
}

/** What is used of "are the types wrong". */
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

/** How a package of ES modules alone is imported: by Node's `import`, and by bundlers. */
const RESOLUTIONS = ["node16-esm", "bundler"];

const { publint } = await import(PUBLINT) as Publint;
const { createPackageFromTarballData, checkPackage } = await import(TYPES_CHECK) as TypesCheck;
const findings: { [file: string]: string[] } = {};
for (const file of process.argv.slice(2)) findings[file] = await lint(await readFile(file));
process.stdout.write(JSON.stringify(findings));

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
