import { execFile } from "node:child_process";
import { resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { quote } from "../../../core/errors/mod.ts";
import { type Command, type Terminal, UsageError } from "../../../terminal/mod.ts";
import {
  NPM_PACKAGES,
  type NpmPackage,
  PackageError,
  type PackedPackage,
  packPackage,
  writeBillOfMaterials,
} from "../../packaging/mod.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** `deno task pack`. */
export const command: Command = {
  name: "pack",
  summary:
    "Create the npm tarballs that a sandbox installs, and run a dry run of publishing the JSR package.",
  options: {
    out: { type: "string", value: "DIR", help: "the folder for the tarballs", default: ".tck/packages" },
    only: {
      type: "string",
      value: "NAME",
      help: "only this package, such as @tck/tckb, without the dry run",
    },
    repository: {
      type: "string",
      value: "URL",
      help: "the project's address, such as https://github.com/OWNER/NAME, for package.json",
    },
    json: { type: "boolean", help: "print the report as one JSON object" },
  },
  notes: [
    "Beside each tarball is its bill of materials (CycloneDX 1.6): NAME-VERSION.cdx.json.",
    "The same sources give the same bytes. Nothing is published.",
    "Exit codes: 0 all packed, 1 a package cannot be packed, 2 invalid arguments.",
  ],
  examples: ["deno task pack", "deno task pack --out ../packages --json"],
  async run(input, terminal) {
    const folder = resolve(input.text("out"));
    const chosen = choosePackages(input.optional("only"));
    const repository = readRepository(input.optional("repository"));
    terminal.progress("packing");
    const packing = chosen.map(async (npmPackage) => {
      const packed = await packPackage(ROOT, npmPackage, folder, repository);
      const bill = await writeBillOfMaterials(ROOT, npmPackage, packed);
      terminal.progress(`packed ${npmPackage.name}`);
      return { ...packed, bill };
    });
    const tried = chosen === NPM_PACKAGES ? dryRunJsr() : null;
    const [jsr, ...packages] = await Promise.all([tried, ...packing]);
    if (input.has("json")) terminal.print(JSON.stringify({ packages, jsr }));
    else printReport(packages, jsr, terminal);
    return 0;
  },
};

function choosePackages(name: string | undefined): readonly NpmPackage[] {
  if (name === undefined) return NPM_PACKAGES;
  const chosen = NPM_PACKAGES.filter((npmPackage) => npmPackage.name === name);
  if (chosen.length > 0) return chosen;
  const names = NPM_PACKAGES.map((npmPackage) => npmPackage.name).join(", ");
  throw new UsageError(`invalid package ${quote(name)}: expected one of ${names}`);
}

function readRepository(value: string | undefined): string | undefined {
  if (value === undefined || /^https:\/\/[\w.-]+(\/[\w.-]+)+$/.test(value)) return value;
  const example = "https://github.com/OWNER/NAME";
  throw new UsageError(`invalid repository ${quote(value)}: expected its address, such as ${example}`);
}

/** @returns the name and version that would be published */
async function dryRunJsr(): Promise<string> {
  const flags = ["publish", "--dry-run", "--allow-dirty", "--no-lock"];
  const env = { ...process.env, NO_COLOR: "1" };
  try {
    const { stderr } = await promisify(execFile)(process.execPath, flags, { cwd: ROOT, env });
    return /Simulating publish of (\S+)/.exec(stderr)?.[1] ?? "";
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new PackageError(`Cannot publish the JSR package: ${stderr?.trim() || error}`);
  }
}

function printReport(packages: readonly PackedPackage[], jsr: string | null, terminal: Terminal): void {
  for (const { name, version, file, bytes, files } of packages) {
    terminal.print(`packed ${name}@${version} ${file} ${Math.ceil(bytes / 1024)} KiB, ${files.length} files`);
  }
  if (jsr !== null) terminal.print(`tried  ${jsr} for JSR, nothing published`);
}
