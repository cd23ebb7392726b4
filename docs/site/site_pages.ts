import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Pages for one kind of reader. */
export interface PageGroup {
  readonly title: string;
  /** What its readers want to do. */
  readonly purpose: string;
  /** Files of the repository, in the order in which they are read. */
  readonly files: readonly string[];
}

/** A page of the site, which is one Markdown file of the repository. */
export interface SitePage {
  /** `docs/kit.md` */
  readonly file: string;
  /** Its address below the site: `docs/kit.html`. */
  readonly path: string;
  readonly title: string;
  /** The first sentence, as plain text. */
  readonly description: string;
  readonly markdown: string;
}

const REFERENCE = ["layout", "content", "actions", "charts", "hooks", "types", "tokens", "diagnostics"];

/** The pages that the navigation lists. */
export const PAGE_GROUPS: readonly PageGroup[] = [
  {
    title: "Write a widget",
    purpose: "From an empty folder to a card in a feed, with the kit's blocks and a preview.",
    files: [
      "docs/tutorial.md",
      "docs/authoring.md",
      "docs/kit.md",
      "docs/preview.md",
      "docs/snapshots.md",
      "docs/diagnostics.md",
    ],
  },
  {
    title: "Reference of the kit",
    purpose: "Each export with its props, defaults, an example and a picture.",
    files: ["web/tck/API.md", ...REFERENCE.map((name) => `web/tck/api/${name}.md`)],
  },
  {
    title: "Embed",
    purpose: "Cards in your application, in a chat, on paper and in a file.",
    files: ["docs/embedding.md", "docs/chat.md", "docs/export.md"],
  },
  {
    title: "Operate",
    purpose: "Start, set, watch, back up and upgrade the services.",
    files: [
      "docs/operations.md",
      "docs/settings.md",
      "docs/deployment.md",
      "docs/http.md",
      "docs/log.md",
      "docs/commands.md",
      "docs/limits.md",
    ],
  },
  {
    title: "Library",
    purpose: "Read and write bundles in your own program.",
    files: ["docs/library.md", "docs/protocol.md"],
  },
  {
    title: "Contracts",
    purpose: "What each part promises, what attackers cannot do, and why it is so.",
    files: [
      "docs/architecture.md",
      "docs/specification/widget-lifecycle.md",
      "docs/specification/widget-preview.md",
      "docs/threat-model.md",
      "docs/glossary.md",
      "docs/decisions/README.md",
    ],
  },
  {
    title: "Project",
    purpose: "Change something, report something, and what has changed.",
    files: [
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "docs/style.md",
      "docs/site/README.md",
      "SECURITY.md",
      "CODE_OF_CONDUCT.md",
    ],
  },
];

const DECISIONS = "docs/decisions";

/** Reads the pages of the site: the README, those of the navigation, and the decisions, which their index lists. */
export async function readPages(root: string): Promise<SitePage[]> {
  const decisions = (await readdir(join(root, DECISIONS))).sort().map((name) => `${DECISIONS}/${name}`);
  const files = new Set(["README.md", ...PAGE_GROUPS.flatMap(({ files }) => files), ...decisions]);
  return await Promise.all(Array.from(files, async (file) => {
    const markdown = await readFile(join(root, file), "utf8");
    const title = /^# +(.*)$/m.exec(markdown)?.[1] ?? file;
    return { file, path: pathOf(file), title: plain(title), description: describe(markdown), markdown };
  }));
}

/** The address of a Markdown file's page: a README is the page of its folder. */
function pathOf(file: string): string {
  return file.replace(/(^|\/)README\.md$/, "$1index.html").replace(/\.md$/, ".html");
}

function describe(markdown: string): string {
  const paragraph = markdown.split(/\n{2,}/).find((part) => /^[A-Z[`*]/.test(part)) ?? "";
  const text = plain(paragraph.replaceAll(/\s+/g, " "));
  return /^.*?[.:](?= [A-Z]|$)/.exec(text)?.[0] ?? text;
}

/** A line of Markdown without its marks. */
function plain(text: string): string {
  return text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "").trim();
}
