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

Deno.test("the blocks of a bundle without a kit line keep their first spaces and weights", async () => {
  await withPage(async (page, site) => {
    const module = widgetModule(
      `jsx(kit.Card, { children: jsx(kit.List, { children: jsx(kit.ListItem, { detail: "Room 4", children: "Review" }) }) })`,
    );
    const old = module.slice(module.indexOf("\n") + 1);
    await showCards(page, site, [{ module, width: 320 }, { module: old, width: 320 }]);
    const cards = page.locator("article[data-state=mounted]");
    await cards.nth(1).getByText("Room 4").waitFor();
    const looks = await cards.evaluateAll((cards) =>
      cards.map((card) => {
        const style = (selector: string) => getComputedStyle(card.shadowRoot!.querySelector(selector)!);
        return [
          style(".kit-card").paddingInlineStart,
          style(".kit-item").paddingBlockStart,
          style(".kit-item-main").fontWeight,
        ];
      })
    );
    assert.deepEqual(looks, [["16px", "8px", "400"], ["20px", "4px", "600"]]);
  });
});
