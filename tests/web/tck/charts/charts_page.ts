import { readFile } from "node:fs/promises";
import * as esbuild from "esbuild";
import type { Page } from "playwright-core";
import { buildWidget } from "../../bundler/project_folder.ts";
import { type Card, showCards } from "../../tck-host-mount/card_page.ts";
import type { WidgetSite } from "../../widget_site.ts";
import type { ChartsState, ChartView } from "./charts_widget.tsx";

/** Every view of the widget of charts. */
export const CHART_VIEWS: readonly ChartView[] = [
  "tide",
  "tideArea",
  "shares",
  "glucose",
  "rain",
  "steps",
  "stacked",
  "stackedArea",
  "grouped",
  "balance",
  "night",
  "doors",
  "days",
  "stages",
  "spark",
];

/** The boxes of 1x1, 2x1, 2x2 and 4x2, and of `fill-auto` in three widths. */
export const CHART_BOXES: readonly Pick<ChartsState, "width" | "height">[] = [
  { width: 168, height: 168 },
  { width: 352, height: 168 },
  { width: 352, height: 352 },
  { width: 720, height: 352 },
  { width: 320 },
  { width: 480 },
  { width: 640 },
];

/** Mounts a card for each state, built as authors' widgets are. */
export async function showCharts(
  page: Page,
  site: WidgetSite,
  states: readonly ChartsState[],
  locale: "en" | "ar" = "en",
): Promise<void> {
  const module = await chartsModule();
  await showCards(
    page,
    site,
    states.map((state): Card => {
      const name = `${state.view}-${state.width}-${state.height ?? "auto"}-${locale}`;
      return {
        // The comment gives each card a hash of its own: a bundle has one manifest.
        module: `${module}// ${name}`,
        locale,
        width: state.width,
        manifest: { id: name, languages: ["en", "ar"], defaultState: state },
      };
    }),
  );
  await page.waitForFunction(
    (count) =>
      [...document.querySelectorAll("article")].filter(({ shadowRoot }) => shadowRoot?.querySelector("svg"))
        .length ===
        count,
    states.length,
  );
}

let built: Promise<string> | undefined;

function chartsModule(): Promise<string> {
  return built ??= build();
}

async function build(): Promise<string> {
  const source = await readFile(new URL("./charts_widget.tsx", import.meta.url), "utf8");
  try {
    return new TextDecoder().decode((await buildWidget(source)).module);
  } finally {
    await esbuild.stop();
  }
}
