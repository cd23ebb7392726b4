import { type HostAssets, readAssetText } from "../../assets/import_map/mod.ts";
import type { SealedCard } from "./card_shell.ts";
import type { PageBundle, PageCards, PageSettings, UnavailableBundle } from "./page_content.ts";
import { createPageBudget, PAGE_LIMITS, type PageLimits } from "./page_limit.ts";
import { readPageBundle } from "./read_bundle.ts";
import { type PageHeading, renderFile, renderPage } from "./page_markup.ts";
import { createPolicies } from "./page_policy.ts";

export type { PageHeading };

/** How a page of one file is shown. */
export interface SealPageOptions extends Partial<Omit<PageSettings, "isFramed">> {
  /** The files of the canvas, `buildHostAssets`. */
  readonly assets: HostAssets;
  readonly title: string;
  /** What is written above the cards. @default nothing */
  readonly heading?: PageHeading | null;
  /** The language of the page's own texts, as a language tag. @default "en" */
  readonly language?: string;
  /**
   * Whether the page is given its cards by its own scripts, later (`CardShell`), and not by `sealPage`. Its policy must then
   * allow every inline script, until it is given them.
   *
   * @default false
   */
  readonly acceptsCards?: boolean;
  /**
   * Whether it is a file, which no server sends with a header: the cards are in a frame of it, in a sandbox. A page that is not is
   * shown in a sandbox only.
   *
   * @default false
   */
  readonly isFile?: boolean;
  /** The texts of further scripts, each of which runs after the page's own. @default none */
  readonly scripts?: readonly string[];
  /** What the page may hold. @default PAGE_LIMITS */
  readonly limits?: PageLimits;
}

/** A page of one file. */
export interface SealedPage {
  /** The whole document. */
  readonly html: string;
  /**
   * The document's policies as a header, with a sandbox that gives the document an opaque origin: `Content-Security-Policy`.
   * The document has the same policies without the sandbox, which only a header can have.
   */
  readonly policy: string;
  /** The bundles that the page cannot show. Their cards say so. */
  readonly unavailable: readonly UnavailableBundle[];
}

/**
 * Makes a page of one file: the canvas, React, the stylesheets and verified bundles inline. It loads nothing, and runs in a
 * sandbox that allows scripts and nothing else: that of its header, of a frame around it, or of the file that it is in
 * (`isFile`).
 *
 * Each module is verified by its hash and becomes an inline script, so that the page also runs where a host allows inline
 * scripts only: no modules, no `blob:` or `data:` URLs, no `eval`.
 *
 * @param cards the cards in their order; a card whose envelope is missing or wrong is shown as failed
 * @throws when one of `scripts` contains what would end its element
 */
export async function sealPage(
  cards: readonly SealedCard[],
  options: SealPageOptions,
): Promise<SealedPage> {
  const { assets, acceptsCards = false, isFile = false, limits = PAGE_LIMITS } = options;
  const { language = "en", title, heading = null, scripts: further = [] } = options;
  const bundles = await readBundles(cards, limits);
  const own = acceptsCards ? ["envelope-reader.js", "sealed-page.js"] : ["sealed-page.js"];
  const scripts = [...own.map((name) => readAssetText(assets, name)), ...further];
  const styles = readStyles(assets);
  if (heading !== null) styles.push(writeSheetFooter(heading));
  const texts = {
    scripts: [...scripts, ...bundles.flatMap((bundle) => "script" in bundle ? [bundle.script] : [])],
    styles,
    acceptsScripts: acceptsCards,
  };
  let policies = await createPolicies(texts);
  const shown: PageCards = { widgets: cards.map(({ widget }) => widget), bundles };
  const settings = readSettings(options);
  const content = { settings, cards: acceptsCards ? null : shown };
  let html = renderPage({ language, title, heading, policies, styles, scripts, content });
  if (isFile) {
    const script = readAssetText(assets, "saved-file.js");
    policies = await createPolicies({ ...texts, scripts: [...texts.scripts, script], isFile });
    const parts = { cards: html, saved: null, theme: settings.theme };
    html = renderFile({ language, title, policies, styles, scripts: [script], content: parts });
  }
  const sandbox = `sandbox allow-scripts${settings.printsItself ? " allow-modals" : ""}`;
  const policy = [`${sandbox}; ${policies[0]}`, ...policies.slice(1)].join(", ");
  return { html, policy, unavailable: bundles.filter((bundle) => "failure" in bundle) };
}

/** Makes a file whose page and cards are filled in later (`fillFile`), so that it must allow every inline script. */
export async function sealEmptyFile(assets: HostAssets, title: string): Promise<string> {
  const policies = await createPolicies({ scripts: [], styles: [], acceptsScripts: true, isFile: true });
  const scripts = [readAssetText(assets, "saved-file.js")];
  return renderFile({ language: "en", title, policies, styles: readStyles(assets), scripts, content: null });
}

function readStyles(assets: HostAssets): string[] {
  return ["style.css", "canvas.css", "sealed-page.css"].map((name) => readAssetText(assets, name));
}

async function readBundles(
  cards: readonly SealedCard[],
  limits: PageLimits,
): Promise<(PageBundle | UnavailableBundle)[]> {
  const envelopes = new Map(cards.map(({ widget, envelope }) => [widget.bundle.hash, envelope]));
  const bundles: (PageBundle | UnavailableBundle)[] = [];
  const budget = createPageBudget(limits);
  for (const [hash, envelope] of envelopes) {
    // A server answers others between two modules.
    await new Promise((resolve) => setTimeout(resolve));
    bundles.push(await readPageBundle(hash, envelope, budget));
  }
  return bundles;
}

function readSettings(options: SealPageOptions): PageSettings {
  const { theme = "auto", locales = null, timeZone = null } = options;
  const { printsItself = false, isFile = false, isDrawn = false } = options;
  return { theme, locales, timeZone, printsItself, isFramed: isFile, isDrawn };
}

/** The stylesheet that writes the heading and the date at the foot of each printed sheet. */
function writeSheetFooter({ text, date }: PageHeading): string {
  return `@page{@bottom-left{content:${
    quoteCss(`${text} · ${date}`)
  };font:9pt system-ui,sans-serif;color:#68625a}}`;
}

/** A string of CSS, in which nothing but letters, digits and spaces is left as it is. */
function quoteCss(text: string): string {
  const escaped = text.replaceAll(
    /[^\p{L}\p{N} ]/gu,
    (character) => `\\${character.codePointAt(0)!.toString(16)} `,
  );
  return `"${escaped}"`;
}
