import { assertAccessible, assertNoOverflow, toolbarSelect, withShell } from "./shell_page.ts";
import { openSurface, resize, SURFACE_FILES, SURFACES, WIDTHS } from "./surfaces.ts";

// The tests of each surface have one wide and light, and one narrow and dark: here are all widths in both themes.
for (const theme of ["light", "dark"] as const) {
  Deno.test(`no surface has an accessibility fault or is too wide, in every width, ${theme}`, async () => {
    await withShell(SURFACE_FILES, async ({ page, open }) => {
      page.setDefaultTimeout(60_000);
      for (const surface of SURFACES) {
        await page.setViewportSize({ width: WIDTHS[0], height: 900 });
        await openSurface({ page, open }, surface, theme);
        for (const width of WIDTHS) {
          await resize(page, width);
          const view = `${surface.query}, ${theme} at ${width} pixels`;
          await assertAccessible(page, view);
          await assertNoOverflow(page, view);
        }
      }
    });
  });

  Deno.test(`what opens over a surface has no accessibility fault, in every width, ${theme}`, async () => {
    await withShell(SURFACE_FILES, async ({ page, open }) => {
      page.setDefaultTimeout(60_000);
      await openSurface({ page, open }, SURFACES[0], theme);
      for (const width of WIDTHS) {
        await resize(page, width);
        const check = async (name: string) => {
          await assertAccessible(page, `${name}, ${theme} at ${width} pixels`);
          await assertNoOverflow(page, `${name}, ${theme} at ${width} pixels`);
          await page.keyboard.press("Escape");
        };
        await page.getByRole("button", { name: /^Viewport/ }).click();
        await toolbarSelect(page, "Overlay").waitFor();
        await check("the viewport");
        for (const [key, name] of [["Control+k", "Commands"], ["?", "Keys"]] as const) {
          await page.locator("main").focus();
          await page.keyboard.press(key);
          const dialog = page.getByRole("dialog", { name });
          await dialog.waitFor();
          await check(name);
          await dialog.waitFor({ state: "detached" });
        }
        if (width >= 900) continue;
        for (const name of ["Details", "Widgets"]) {
          await page.getByRole("button", { name, exact: true }).click();
          await page.getByRole("dialog").waitFor();
          await check(name);
          await page.getByRole("dialog").waitFor({ state: "detached" });
        }
      }
    });
  });
}
