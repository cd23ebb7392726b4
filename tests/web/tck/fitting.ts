import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import type { Page } from "playwright-core";
import { formatKitLine, KIT_VERSION, WIDGET_SIZES, type WidgetSize } from "../../../core/contract/mod.ts";
import { type Card, showCards } from "../tck-host-mount/card_page.ts";
import type { WidgetSite } from "../widget_site.ts";

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
  "delay",
  "shop",
  "lessons",
  "bins",
  "gauge",
  "boats",
  "halves",
  "traffic",
  "crossing",
  "sailings",
  "uneven",
  "ledger",
  "absences",
  "collections",
  "voyages",
  "shifts",
  "panels",
  "panes",
  "aligned",
  "notice",
  "gauges",
  "bars",
  "status",
  "team",
  "goal",
  "loan",
  "job",
  "zones",
  "returns",
  "evening",
  "trip",
  "vault",
  "packing",
  "plant",
  "tours",
  "board",
  "lots",
  "pair",
  "rota",
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
  "exercises",
  "schedule",
  "latin",
  "everything",
] as const;

/** One of the views. */
export type FittingView = typeof FITTING_VIEWS[number];

/** How the cards are shown. */
export interface FittingOptions {
  locale?: "en" | "ar";
  /** Whether the host draws an action and the update time below the widget. */
  slots?: boolean;
}

/** The widths in which a card of size `fill-auto` is shown. */
export const FILL_WIDTHS = [320, 480, 640];

/** Mounts a view in every size. The cards are in the order of the sizes. */
export async function showFitting(
  page: Page,
  site: WidgetSite,
  view: FittingView,
  { locale = "en", slots = false }: FittingOptions = {},
): Promise<void> {
  const module = await fittingModule();
  const show = (size: WidgetSize, width?: number): Card => ({
    module: `${formatKitLine(KIT_VERSION)}\n${module}// ${view}, ${locale}, ${slots}`,
    locale,
    size,
    ...width === undefined ? {} : { width },
    manifest: {
      id: `fitting-${view}-${locale}-${slots}`,
      title: { en: `Fitting: ${view}`, ar: `ملاءمة: ${view}` },
      languages: ["en", "ar"],
      sizes: [...WIDGET_SIZES],
      defaultState: { view },
      slots: slots ? SLOTS : {},
    },
  });
  const fixed = WIDGET_SIZES.filter((size) => size !== "fill-auto");
  await showCards(page, site, [
    ...fixed.map((size) => show(size)),
    ...FILL_WIDTHS.map((width) => show("fill-auto", width)),
  ]);
  await page.waitForFunction(
    (count) => document.querySelectorAll('article[data-state="mounted"]').length === count,
    fixed.length + FILL_WIDTHS.length,
  );
  await page.evaluate(() => document.fonts.ready);
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

let built: Promise<string> | undefined;

function fittingModule(): Promise<string> {
  return built ??= bundle();
}

/** The widget with the files beside it and the charts. Other packages are shared specifiers, which the page's import map has. */
async function bundle(): Promise<string> {
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
