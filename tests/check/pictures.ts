// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The pictures of the docs, as one step of `deno task check`: each is there in both themes, is named by a document, and is as
 * new as what it shows; each that a document names is one that `deno task docs:pictures` writes.
 *
 * @module
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  hashSources,
  type Picture,
  PICTURE_FOLDER,
  PICTURES,
  readHashes,
  ROOT,
  THEMES,
} from "../site/pictures/pictures.ts";

/** What pictures are compared with. */
export interface PictureState {
  readonly pictures: readonly Pick<Picture, "name" | "sources">[];
  /** The paths of the files of the folder, relative to it. */
  readonly files: readonly string[];
  /** The texts of all documents. */
  readonly documents: string;
  /** The hash of what each picture was made of. */
  readonly hashes: { readonly [name: string]: string };
  readonly hashNow: (sources: readonly string[]) => Promise<string>;
}

/** What is wrong with the pictures, a line for each fault. */
export async function findPictureFaults(state: PictureState): Promise<string[]> {
  const { pictures, files, documents, hashes, hashNow } = state;
  const written = pictures.flatMap(({ name }) => THEMES.map((theme) => `${name}.${theme}.webp`));
  const named = Array.from(
    documents.matchAll(/images\/([\w/.-]+\.(?:png|webp|svg|jpe?g))/g),
    ([, file]) => file!,
  );
  const stale = await Promise.all(
    pictures.map(async ({ name, sources }) => hashes[name] === await hashNow(sources) ? [] : [name]),
  );
  return [
    ...written.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files.filter((file) => !written.includes(file)).map((file) => `${file} is not of docs:pictures`),
    ...written.filter((file) => !named.includes(file)).map((file) => `no document shows ${file}`),
    ...named.filter((file) => !written.includes(file)).map((file) =>
      `a document shows ${file}, which is not of docs:pictures`
    ),
    ...stale.flat().map((name) => `${name} is older than what it shows: run deno task docs:pictures ${name}`),
  ];
}

async function readState(): Promise<PictureState> {
  const folder = join(ROOT, PICTURE_FOLDER);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== "sources.json")
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const names = (await readdir(join(ROOT, "docs"))).filter((name) => name.endsWith(".md"));
  const paths = ["README.md", ...names.map((name) => `docs/${name}`)];
  const texts = await Promise.all(paths.map((path) => readFile(join(ROOT, path), "utf8")));
  return {
    pictures: PICTURES,
    files,
    documents: texts.join("\n"),
    hashes: await readHashes(),
    hashNow: hashSources,
  };
}

if (import.meta.main) {
  const faults = await findPictureFaults(await readState());
  for (const fault of faults) console.error(`pictures: ${fault}`);
  if (faults.length > 0) Deno.exit(1);
}
