import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ProjectFolder } from "./project_folder.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Of a new project. */
export const TSCONFIG: string = await Deno.readTextFile(join(ROOT, "web/scaffold/template/tsconfig.json"));
const ASSETS = await Deno.readTextFile(join(ROOT, "web/scaffold/template/assets.d.ts"));

/** A widget without type errors. */
export const VALID = `import { Card, defineManifest, Text, useWidgetState } from "@tck/kit";
export const manifest = defineManifest({
  id: "hello",
  cardType: "feed",
  sizes: ["fill-auto"],
  languages: ["en", "de"],
  defaultState: { degrees: 12 },
  states: { cold: { degrees: -8 } },
});
export default function Hello() {
  const { degrees } = useWidgetState(manifest);
  return <Card><Text tone="positive">{degrees}</Text></Card>;
}
`;

/**
 * A project with packages: React's types and the kit of this tree, and TypeScript.
 *
 * @param typescript the folder of the installed TypeScript, or null for none
 */
export async function createTypesProject(
  files: { [file: string]: string },
  typescript: string | null,
): Promise<ProjectFolder> {
  const project = await ProjectFolder.create({
    "tsconfig.json": TSCONFIG,
    "assets.d.ts": ASSETS,
    "package.json": "{}",
    "node_modules/@tck/kit/package.json": '{ "name": "@tck/kit", "types": "./kit.ts" }',
    "node_modules/@tck/kit/kit.ts": `export * from ${JSON.stringify(join(ROOT, "web/tck/mod.ts"))};`,
    ...files,
  });
  await link(join(ROOT, "node_modules/react"), join(project.path, "node_modules/react"));
  await link(join(ROOT, "node_modules/@types/react"), join(project.path, "node_modules/@types/react"));
  if (typescript !== null) await link(typescript, join(project.path, "node_modules/typescript"));
  return project;
}

/** Makes a symbolic link, and the folders above it. */
export async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}
