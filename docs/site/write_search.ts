import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { close, createIndex } from "pagefind";

/** What Pagefind has for pages that show its own search. */
const OTHERS = /^pagefind-(?:component-ui|modular-ui|ui|highlight)\./;

export interface SearchedPage {
  readonly path: string;
  readonly html: string;
}

/** Writes the index of the search and its reader to `pagefind/` of a folder. */
export async function writeSearch(folder: string, pages: readonly SearchedPage[]): Promise<void> {
  try {
    const { index, errors } = await createIndex({ forceLanguage: "en", keepIndexUrl: true });
    if (index === undefined) throw new Error(`Cannot write the index of the search: ${errors.join("; ")}`);
    for (const { path, html } of pages) {
      const { errors } = await index.addHTMLFile({ url: `/${path}`, content: html });
      if (errors.length > 0) throw new Error(`Cannot index ${path}: ${errors.join("; ")}`);
    }
    const written = await index.getFiles();
    if (written.errors.length > 0) {
      throw new Error(`Cannot write the index of the search: ${written.errors.join("; ")}`);
    }
    for (const { path, content } of written.files.filter(({ path }) => !OTHERS.test(path))) {
      const file = join(folder, "pagefind", path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  } finally {
    await close();
  }
}
