import { Buffer } from "node:buffer";
import { runProgram } from "./program.ts";

/** Writes the contents with each of npm's ZIP packages. Returns the archives by the name and version of the package. */
export async function buildByZipPackages(
  contents: { readonly [name: string]: string },
): Promise<Map<string, Uint8Array>> {
  const printed = await runProgram("zip_packages_program.ts", [], JSON.stringify(contents));
  const archives = JSON.parse(printed) as { [producer: string]: string };
  return new Map(
    Object.entries(archives).map((
      [producer, base64],
    ) => [producer, new Uint8Array(Buffer.from(base64, "base64"))]),
  );
}
