import assert from "node:assert/strict";
import { withPage } from "../widget_site.ts";

const BATCHES = "/api/daily-pages/v2/batches";
const BATCH = "20260304-morning-brief";

Deno.test("if the list alone answers 401, the page goes to the sign-in page once and then shows a message", async () => {
  await withPage(async (page, site) => {
    for (const route of [BATCHES, `${BATCHES}/${BATCH}`]) site.failures.set(route, Array(8).fill(401));
    let signIns = 0;
    // A sign-in that needs no input, as the embedded default has it.
    await page.route("**/login?**", async (route) => {
      signIns++;
      const next = new URL(route.request().url()).searchParams.get("next");
      const body = `<script>location.replace(${JSON.stringify(next)})</script>`;
      await route.fulfill({ contentType: "text/html", body });
    });
    await page.goto(`${site.origin}/feed/${BATCH}?lang=en`);
    const message = page.getByRole("alert").getByText(
      "You have signed in, but the cards could still not be loaded",
    );
    await message.waitFor();
    assert.equal(signIns, 1);
    assert.equal(page.url(), `${site.origin}/feed/${BATCH}?lang=en`);
    await page.reload();
    await message.waitFor();
    assert.equal(signIns, 2, "a reload does not offer the sign-in again");
    site.failures.clear();
    await page.getByRole("button", { name: "Try again" }).click();
    await message.waitFor({ state: "detached" });
    assert.equal(signIns, 2);
  });
});
