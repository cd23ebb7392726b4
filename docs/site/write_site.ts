import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { VERSION } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { buildHostAssets, buildPaintAssets } from "../../web/assets/mod.ts";
import { paintWidget } from "./painted_card.ts";
import { buildGallery, renderItem, renderOverview, sortItems } from "./gallery/mod.ts";
import { type Highlight, openHighlighter } from "./highlight.ts";
import { renderHome } from "./home.ts";
import { buildPlayground } from "./playground/build_playground.ts";
import { renderCode, renderMarkdown } from "./markdown.ts";
import { type PageContent, relativeTo, renderPage, type SiteFrame } from "./page.ts";
import { type PictureSize, readPictureSize, writePictureSizes } from "./picture_sizes.ts";
import { PAGE_GROUPS, readPages, type SitePage } from "./site_pages.ts";
import { writeSearch } from "./write_search.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const HERE = fileURLToPath(new URL("./", import.meta.url));

/** The file by which a folder is known as a site, which may be replaced, with its version. */
export const SITE_MARK = "site.json";

/** The link of the README that leads to what can be tried. */
const TRIED = "docs/site/";

/** Where the playground of the site leads to. */
const PLAYGROUND_LINKS = [
  { title: "tckb", address: "../index.html" },
  { title: "Docs", address: "../docs/tutorial.html" },
  { title: "Gallery", address: "../gallery/index.html" },
];

export interface SiteOptions {
  /** The folder of the site. A former site is replaced. */
  readonly out: string;
  /** Where the widgets of the gallery are built. */
  readonly work: string;
  /** Which widgets the gallery has. */
  readonly wanted: (name: string) => boolean;
  /** Whether the pages let their reader choose between the versions that are beside it. Default: false. */
  readonly isVersioned?: boolean;
}

/** Writes docs, gallery and playground as a folder of static files. */
export async function writeSite(
  { out, work, wanted, isVersioned = false }: SiteOptions,
): Promise<{ readonly pages: number }> {
  await empty(out);
  const highlight = await openHighlighter();
  const { files } = await buildPlayground(await buildHostAssets(), PLAYGROUND_LINKS);
  for (const [path, content] of files) await write(join(out, "playground", path), content);
  const frame: SiteFrame = { assets: await writeAssets(out), isVersioned };
  const contents = [
    ...await listPages(out, highlight),
    ...await listGallery({ out, work, wanted }, highlight),
  ];
  const pages = contents.map((content) => ({ path: content.path, html: renderPage(content, frame) }));
  for (const { path, html } of pages) await write(join(out, path), html);
  await writeSearch(out, pages);
  await write(join(out, SITE_MARK), JSON.stringify({ version: VERSION, pages: pages.length }));
  return { pages: pages.length };
}

async function empty(folder: string): Promise<void> {
  const names: string[] = await readdir(folder).catch(() => []);
  if (names.length > 0 && !names.includes(SITE_MARK)) {
    throw new Error(`Cannot write the site to ${quote(folder)}: it holds something else; give another --out`);
  }
  await rm(folder, { recursive: true, force: true });
}

async function writeAssets(out: string): Promise<SiteFrame["assets"]> {
  const build = async (entry: string, name: string, extension: string) => {
    const { outputFiles } = await esbuild.build({
      entryPoints: [join(HERE, "client", entry)],
      bundle: true,
      minify: true,
      write: false,
      format: "iife",
      target: "es2022",
      outdir: "out",
    });
    const text = outputFiles[0]!.text;
    const path = `assets/${name}-${
      createHash("sha256").update(text).digest("hex").slice(0, 12)
    }.${extension}`;
    await write(join(out, path), text);
    return path;
  };
  await write(join(out, "assets/icon.svg"), await readFile(join(ROOT, "web/assets/icons/icon.svg")));
  return {
    styles: await build("site.css", "site", "css"),
    theme: await build("theme.ts", "theme", "js"),
    script: await build("main.ts", "site", "js"),
  };
}

/** The pages of the Markdown files, which are copied beside them, and of the files that they link to. */
async function listPages(out: string, highlight: Highlight): Promise<PageContent[]> {
  const pages = await readPages(ROOT);
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const copied = new Set<string>();
  const shown = new Set<string>();
  const resolveIn = (page: SitePage) => (target: string): string => {
    if (/^(?:[a-z]+:|#)/.test(target)) return target;
    const [path = "", anchor] = target.split("#");
    if (path === TRIED) return "playground/index.html";
    const file = normalize(join(dirname(page.file), path));
    const found = byFile.get(file) ?? byFile.get(join(file, "README.md"));
    if (found === undefined) (/\.(?:png|webp|svg)$/.test(file) ? copied : shown).add(file);
    const address = found?.path ?? (copied.has(file) ? file : `${file}.html`);
    return relativeTo(page.path, address) + (anchor === undefined ? "" : `#${anchor}`);
  };
  const navigation = PAGE_GROUPS.map(({ title, files }) => ({
    title,
    links: files.map((file) => byFile.get(file)!),
  }));
  const contents = pages.map((page): PageContent => {
    const { html, headings } = renderMarkdown(page.markdown, { highlight, resolve: resolveIn(page) });
    const markdown = page.file.split("/").at(-1)!;
    if (page.file === "README.md") {
      return { ...page, html: renderHome(html, navigation), part: "home", markdown };
    }
    return { ...page, html, headings, navigation, part: "docs", markdown };
  });
  for (const { file, markdown } of pages) await write(join(out, file), markdown);
  const sizes = new Map<string, PictureSize | null>();
  for (const file of copied) {
    const bytes = await readFile(join(ROOT, file));
    await write(join(out, file), bytes);
    sizes.set(file, readPictureSize(bytes));
  }
  const sources = await Promise.all(Array.from(shown, async (file): Promise<PageContent> => {
    const code = renderCode(
      await readFile(join(ROOT, file), "utf8"),
      /\.(\w+)$/.exec(file)?.[1] ?? "",
      highlight,
    );
    const html = `<h1>${file}</h1>${code}`;
    return {
      path: `${file}.html`,
      title: file,
      description: `The file ${file}`,
      html,
      navigation,
      part: "docs",
    };
  }));
  await write(join(out, "llms.txt"), writeIndex(byFile));
  const sized = contents.map((page) => ({
    ...page,
    html: writePictureSizes(
      page.html,
      (address) => sizes.get(normalize(join(dirname(page.path), address))) ?? null,
    ),
  }));
  return [...sized, ...sources];
}

/** The index for agents: each page as Markdown. */
function writeIndex(pages: ReadonlyMap<string, SitePage>): string {
  const { title, description } = pages.get("README.md")!;
  const groups = PAGE_GROUPS.map(({ title, files }) => {
    const lines = files.map((file) => {
      const page = pages.get(file)!;
      return `- [${page.title}](${file}): ${page.description}`;
    });
    return `## ${title}\n\n${lines.join("\n")}`;
  });
  return `# ${title}\n\n> ${description}\n\n${groups.join("\n\n")}\n`;
}

async function listGallery(
  { out, work, wanted }: SiteOptions,
  highlight: Highlight,
): Promise<PageContent[]> {
  const items = await buildGallery({ root: ROOT, work, out: join(out, "gallery/workbench"), wanted });
  const assets = await buildPaintAssets();
  for (const item of items) {
    await write(join(out, `gallery/painted/${item.name}.html`), paintWidget(item, assets));
  }
  const sections = sortItems(items, await readFile(join(ROOT, "web/tck/API.md"), "utf8"));
  const navigation = sections.map(({ title, entries }) => ({
    title,
    links: entries.map(({ item, title }) => ({ title, path: `gallery/${item.name}.html` })),
  }));
  return [
    {
      path: "gallery/index.html",
      title: "Gallery",
      description: "Each block of the kit and each sample, live, with its source.",
      html: renderOverview(sections),
      part: "gallery",
    },
    ...await Promise.all(
      sections.flatMap(({ entries }) => entries).map(async (entry): Promise<PageContent> => ({
        path: `gallery/${entry.item.name}.html`,
        title: entry.title,
        description: entry.description,
        html: await renderItem(entry, highlight),
        navigation,
        part: "gallery",
      })),
    ),
  ];
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
