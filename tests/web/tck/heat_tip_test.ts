import assert from "node:assert/strict";
import { whileNothingMay } from "../../waiting/mod.ts";
import { withViews } from "./fitting.ts";

/** The card of 4x2. */
const CARD = 4;

Deno.test("the tip of a heat grid stays while the pointer rests on it, and Escape hides it", async () => {
  await withViews(async (page, show) => {
    await show("hours");
    const article = page.locator("article").nth(CARD);
    const tip = article.locator(".kit-tooltip[data-open]");
    const cell = article.locator(`[data-cell="2 1"]`);
    await cell.hover();
    const text = await tip.textContent();
    const [from, to] = [(await cell.boundingBox())!, (await tip.boundingBox())!];
    const x = to.x + Math.min(to.width, from.width) / 2;
    await page.mouse.move(x, from.y + from.height / 2);
    await page.mouse.move(x, to.y + to.height / 2, { steps: 20 });
    await whileNothingMay("the tip stays longer than its delay", 400);
    assert.equal(await tip.textContent(), text);
    // The focus is on the page, not in the grid.
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "detached" });
    // Browsers send such an event for a pointer that rests where something has gone.
    await page.mouse.move(x, to.y + to.height / 2);
    await whileNothingMay("the cell that was below the tip has none before the pointer moves", 400);
    assert.equal(await tip.count(), 0);
    await page.mouse.move(0, 0);
    await cell.hover();
    assert.equal(await tip.textContent(), text);
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: "detached" });
    // A pointer that comes back in time keeps it.
    await cell.hover();
    await page.mouse.move(0, 0);
    await cell.hover();
    await whileNothingMay("the tip that was left and met again does not go", 400);
    assert.equal(await tip.textContent(), text);
    // From one cell to another it goes along.
    for (const place of ["2 3", "3 3"]) {
      const next = article.locator(`[data-cell="${place}"]`);
      const from = (await next.boundingBox({ timeout: 5_000 }))!;
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      const to = (await tip.boundingBox())!;
      assert.ok(Math.abs(to.y + to.height - from.y) < 2, `${place}: ${to.y} + ${to.height}, ${from.y}`);
      assert.ok(to.x < from.x + from.width && to.x + to.width > from.x, `${place}: ${to.x}, ${from.x}`);
    }
  });
});
