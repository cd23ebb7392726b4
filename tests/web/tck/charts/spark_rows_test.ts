import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { WIDGET_SIZES } from "../../../../core/contract/mod.ts";
import { buildWidget } from "../../bundler/project_folder.ts";
import { type Card, showCards } from "../../tck-host-mount/card_page.ts";
import { withPage } from "../../widget_site.ts";

const SOURCE = `
import { Card, CardHeader, defineManifest, List, ListItem } from "@tck/kit";
import { Sparkline } from "@tck/kit/charts";
export const manifest = defineManifest({ id: "prices", cardType: "feed", sizes: ["fill-auto"] });
const NAMES = ["Wheat", "Rapeseed", "Maize", "Barley", "Oats"];
export default () => (
  <Card>
    <CardHeader>Prices</CardHeader>
    <List divided>
      {NAMES.map((name, index) => (
        <ListItem
          key={name}
          detail="Per tonne"
          end={<Sparkline label={"Price of " + name} values={[3, 5, 4, 6 + index, 2, 7]} />}
        >
          {name}
        </ListItem>
      ))}
    </List>
  </Card>
);
`;

Deno.test("a line in a row is as high as the footprint class says, and stays in its row", async () => {
  const module = new TextDecoder().decode((await buildWidget(SOURCE)).module);
  await esbuild.stop();
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    for (const locale of ["en", "ar"]) {
      await showCards(
        page,
        site,
        WIDGET_SIZES.map((size): Card => ({
          module: `${module}// ${locale}`,
          locale,
          size,
          manifest: { id: `prices-${locale}`, languages: ["en", "ar"], sizes: [...WIDGET_SIZES] },
          ...size === "fill-auto" ? { width: 480 } : {},
        })),
      );
      await page.locator('article[data-state="mounted"]').nth(WIDGET_SIZES.length - 1).waitFor();
      const cards = await page.evaluate(readLines);
      for (const [index, lines] of cards.entries()) {
        const [card, height] = [`${locale}, ${WIDGET_SIZES[index]}`, WIDGET_SIZES[index] === "4x4" ? 40 : 24];
        assert.ok(lines.length > 0, `${card}: no line is left`);
        for (const line of lines) {
          assert.deepEqual(line, { height, isInRow: true, isFilled: true, stroke: "1.5px" }, card);
        }
      }
    }
  });
});

/** Runs in the page. */
function readLines() {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
    [...shadowRoot!.querySelectorAll(".tck-sparkline")].filter((line) => line.checkVisibility()).map(
      (line) => {
        const path = line.querySelector("path")!;
        const [row, box, drawn] = [line.closest(".kit-item")!, line, path].map((element) =>
          element.getBoundingClientRect()
        );
        return {
          height: Math.round(box!.height),
          isInRow: box!.left >= row!.left - 0.5 && box!.right <= row!.right + 0.5 &&
            box!.top >= row!.top - 0.5 &&
            box!.bottom <= row!.bottom + 0.5,
          isFilled: drawn!.width > 0.7 * box!.width,
          stroke: getComputedStyle(path).strokeWidth,
        };
      },
    )
  );
}
