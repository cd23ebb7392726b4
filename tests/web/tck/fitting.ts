import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import type { Page } from "playwright-core";
import { formatKitLine, KIT_VERSION, WIDGET_SIZES } from "../../../core/contract/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { openChromium } from "../../browser/chromium.ts";
import { WidgetSite } from "../widget_site.ts";
import { mountViews, type ViewCard, type ViewWidget } from "./fitting_mount.ts";

/** A view of the widget that shows the blocks that fit any size. */
export const FITTING_VIEWS = [
  "header",
  "spaces",
  "values",
  "news",
  "stat",
  "stats",
  "beside",
  "list",
  "timeline",
  "table",
  "progress",
  "budget",
  "donut",
  "calendar",
  "dots",
  "callout",
  "empty",
  "matches",
  "heat",
  "hours",
  "figure",
  "agenda",
  "ferries",
  "alone",
  "steps",
  "house",
  "medicine",
  "shop",
  "lessons",
  "bins",
  "gauge",
  "traffic",
  "uneven",
  "absences",
  "collections",
  "shifts",
  "panels",
  "panes",
  "aligned",
  "notice",
  "gauges",
  "bars",
  "goal",
  "zones",
  "evening",
  "vault",
  "plant",
  "board",
  "lots",
  "luggage",
  "derby",
  "duo",
  "errands",
  "crowded",
  "episode",
  "takeoff",
  "spending",
  "halls",
  "renewal",
  "schedule",
  "latin",
  "advice",
  "reading",
  "dial",
  "ranking",
  "invitation",
  "overdue",
  "everything",
] as const;

/** One of these views, or that of `trial_view.tsx`. */
export type FittingView = typeof FITTING_VIEWS[number] | "trial";

/** How the cards are shown. */
export interface FittingOptions {
  locale?: "en" | "ar";
  /** Whether the host draws an action and the update time below the widget. */
  slots?: boolean;
  /**
   * Whether React renders everything twice, as in the canvas. It fits every card twice too.
   *
   * @default true
   */
  strict?: boolean;
  /**
   * Whether the bundle says of which kit it is, as those of this project's bundler do.
   *
   * @default true
   */
  kitLine?: boolean;
}

/** The widths in which a card of size `fill-auto` is shown. */
export const FILL_WIDTHS = [320, 480, 640];

/** The fixed sizes, and `fill-auto` in each of its widths: the cards of a view are in this order. */
export const FITTING_CARDS: readonly ViewCard[] = [
  ...WIDGET_SIZES.filter((size) => size !== "fill-auto").map((size) => ({ size })),
  ...FILL_WIDTHS.map((width) => ({ size: "fill-auto" as const, width })),
];

/** Mounts views in every size below one another, instead of those that were mounted before. */
export type ShowViews = (
  views: FittingView | readonly FittingView[],
  options?: FittingOptions,
) => Promise<void>;

/** Runs a test on the page that all tests of a file share. */
export async function withViews(run: (page: Page, show: ShowViews) => Promise<void>): Promise<void> {
  const { page, views } = await (opening ??= open());
  await run(page, createShow((mounted) => page.evaluate(mountViews, mounted), views));
}

/** The site of the views, and the address of the bundle with all of them. */
export interface ViewSite {
  readonly site: WidgetSite;
  readonly bundle: string;
  /** The address of the page that mounts them. */
  readonly url: string;
}

/**
 * Creates what mounts views in a page.
 *
 * @param mount executes {@linkcode mountViews} in the page
 */
export function createShow(
  mount: (mounted: Parameters<typeof mountViews>[0]) => Promise<unknown>,
  { site, bundle }: ViewSite,
  cards: readonly ViewCard[] = FITTING_CARDS,
): ShowViews {
  return async (views, { locale = "en", slots = false, strict = true, kitLine = true } = {}) => {
    const widgets = [views].flat().map(async (view): Promise<ViewWidget> => {
      const id = `fitting-${view}-${locale}${slots ? "-slots" : ""}${kitLine ? "" : "-old"}`;
      const hash = await site.addWidget({ module: moduleOf(bundle, id, kitLine) });
      return { locale, hash, manifest: manifestOf(view, id, slots) };
    });
    const json = JSON.stringify(await Promise.all(widgets));
    await mount({ json, cards, strict });
  };
}

/** Opens the site of the views. */
export async function openViewSite(): Promise<ViewSite> {
  const site = await WidgetSite.open();
  const hash = await site.addWidget({ module: await bundleViews() });
  return { site, bundle: `/api/widgets/v1/${hash}/widget.mjs`, url: `${site.origin}/probe` };
}

/** The page and its site, opened when the first test needs them. */
let opening: ReturnType<typeof open> | undefined;
const opened = new AsyncDisposableStack();
Deno.test.afterAll(() => opened.disposeAsync());

async function open(): Promise<{ page: Page; views: ViewSite }> {
  const views = opened.adopt(await openViewSite(), ({ site }) => site.close());
  const browser = opened.adopt(await openChromium(), (browser) => browser.close());
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await page.goto(views.url);
  await page.waitForFunction(() => globalThis.probe !== undefined);
  return { page, views };
}

/** Each card has a module of its own, since a bundle has one manifest; all take the component from one bundle. */
function moduleOf(bundle: string, id: string, hasKitLine: boolean): string {
  return `${
    hasKitLine ? `${formatKitLine(KIT_VERSION)}\n` : ""
  }export { default } from "${bundle}"; // ${id}`;
}

function manifestOf(view: FittingView, id: string, slots: boolean): WidgetManifest {
  return {
    id,
    cardType: "feed",
    title: { en: `Fitting: ${view}`, ar: `ملاءمة: ${view}` },
    languages: ["en", "ar"],
    sizes: [...WIDGET_SIZES],
    defaultState: { view },
    slots: slots ? SLOTS : view === "invitation" ? { actions: SLOTS.actions } : {},
  };
}

const SLOTS = {
  actions: [
    {
      id: "open",
      label: { en: "Buy a ticket", ar: "شراء تذكرة" },
      href: "/ticket",
      variant: "primary" as const,
    },
    { id: "other", label: { en: "Timetable", ar: "المواعيد" }, href: "/timetable" },
  ],
  updatedAt: { timestamp: "2026-03-04T05:00:00Z" },
};

/** The widget with the files beside it and the charts. Other packages are shared specifiers, which the page's import map has. */
async function bundleViews(): Promise<string> {
  try {
    const { outputFiles } = await esbuild.build({
      entryPoints: [fileURLToPath(new URL("./fitting_widget.tsx", import.meta.url))],
      bundle: true,
      alias: { "@tck/kit/charts": fileURLToPath(new URL("../../../web/tck/charts/mod.ts", import.meta.url)) },
      external: ["react", "react/jsx-runtime", "@tck/kit"],
      write: false,
      jsx: "automatic",
      format: "esm",
    });
    return outputFiles[0]!.text;
  } finally {
    await esbuild.stop();
  }
}
