import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha384Base64Url } from "../../core/bytes/mod.ts";
import { formatStylesheetLine, writeTckb } from "../../core/tckb/mod.ts";

/** The sizes of a typical widget's module and source, in bytes. */
const MODULE_BYTES = 60_000;
const SOURCE_BYTES = 6_000;

/**
 * Writes a project of built widgets, with their sources, like the sandbox.
 *
 * @param seed Another seed gives other modules
 * @returns The folder to commit
 */
export async function writeProject(folder: string, count: number, seed: number): Promise<string> {
  const project = join(folder, "widget-batch");
  await mkdir(join(project, "dist"), { recursive: true });
  for (let index = 1; index <= count; index++) {
    const name = `${String(index).padStart(3, "0")}_widget`;
    await writeFile(join(project, "dist", `${name}.tckb`), await makeWidget(index, seed));
    await mkdir(join(project, "widgets", name), { recursive: true });
    const source = writeLines(SOURCE_BYTES, index + seed);
    await writeFile(join(project, "widgets", name, "widget.tck.tsx"), source);
  }
  return folder;
}

/** Builds a bundle like the bundler: the module's first line has the hash of the stylesheet. */
async function makeWidget(index: number, seed: number): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const css = encoder.encode(".card { display: grid; gap: 4px }\n".repeat(40));
  const line = formatStylesheetLine({ css: await sha384Base64Url(css), propertiesCss: null });
  return await writeTckb({
    module: encoder.encode(`${line}\n${writeLines(MODULE_BYTES, index + seed * 1000)}`),
    css,
    manifest: {
      id: "weather",
      title: `Weather ${index}`,
      cardType: "feed",
      sizes: ["fill-auto"],
      defaultState: { city: "Zürich", readings: Array.from({ length: 60 }, (_, hour) => hour * index) },
    },
  });
}

/** Lines that compress about as well as minified JavaScript does. */
function writeLines(bytes: number, seed: number): string {
  let text = "";
  for (let line = 0; text.length < bytes; line++) {
    const value = Math.imul(line + seed * 7919, 2654435761) >>> 0;
    text += `export const value${value.toString(36)}=(${value},"${value.toString(16)}");\n`;
  }
  return text;
}
