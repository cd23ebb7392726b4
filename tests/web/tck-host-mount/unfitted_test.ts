import assert from "node:assert/strict";
import { withPage } from "../widget_site.ts";
import { showCards, widgetModule } from "./card_page.ts";

Deno.test("the content of a bundle without a kit line is not fitted into its card", async () => {
  await withPage(async (page, site) => {
    const module = widgetModule(
      `jsx(kit.Card, { children: Array.from({ length: 9 }, (_, key) => jsx(kit.Text, { children: "Line" }, key)) })`,
    );
    const old = module.slice(module.indexOf("\n") + 1);
    const manifest = { sizes: ["1x1" as const] };
    await showCards(page, site, [{ module, manifest }, { module: old, manifest }]);
    const cards = page.locator("article[data-state=mounted]");
    await cards.nth(1).getByText("Line").last().waitFor({ state: "attached" });
    const shown = await cards.evaluateAll((cards) =>
      cards.map((card) =>
        [...card.shadowRoot!.querySelectorAll(".kit-text")].filter((text) => text.getClientRects().length > 0)
          .length
      )
    );
    assert.ok(shown[0]! < 9 && shown[1] === 9, shown.join());
  });
});
