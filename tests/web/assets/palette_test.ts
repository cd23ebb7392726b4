import assert from "node:assert/strict";
import { contrastOf, distanceOf, readColor, seeColor, type Vision } from "./seen_colors.ts";

const css = await Deno.readTextFile(new URL("../../../web/assets/style.css", import.meta.url));
const [light, dark] = css.split('[data-theme="dark"]') as [string, string];

for (const [theme, rules] of [["light", light], ["dark", dark]] as const) {
  const color = (name: string) => {
    const found = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(rules);
    assert.ok(found, `--color-${name} in ${theme}`);
    return readColor(found[1]!);
  };
  const surface = color("surface");

  Deno.test(`${theme}: every reader can tell the series of a chart apart, and from the card`, () => {
    const series = [1, 2, 3, 4, 5, 6].map((number) => color(`chart-${number}`));
    const least: { [vision in Vision]: number } = {
      normal: 11,
      protanopia: 8,
      deuteranopia: 8,
      tritanopia: 6.5,
    };
    for (const [vision, distance] of Object.entries(least) as [Vision, number][]) {
      const seen = series.map((one) => seeColor(one, vision));
      for (const [index, one] of seen.entries()) {
        for (const [next, other] of seen.entries()) {
          if (next <= index) continue;
          const found = distanceOf(one, other);
          assert.ok(
            found >= distance - 0.05,
            `${vision}: ${index + 1} and ${next + 1} are ${found.toFixed(2)}`,
          );
        }
      }
    }
    for (const [index, one] of series.entries()) {
      const found = contrastOf(one, surface);
      assert.ok(found >= 3, `chart-${index + 1} has a contrast of ${found.toFixed(2)}`);
    }
  });

  Deno.test(`${theme}: text in every tone is legible, also on a current row`, () => {
    const tones = ["text", "text-muted", "accent", "positive", "negative", "warning", "info"];
    for (const tone of tones) {
      for (const ground of ["surface", "surface-raised"]) {
        const found = contrastOf(color(tone), color(ground));
        assert.ok(found >= 4.5, `${tone} on ${ground} has a contrast of ${found.toFixed(2)}`);
      }
    }
    for (const tone of ["text", "text-muted", "accent"]) {
      const found = contrastOf(color(tone), color("accent-soft"));
      assert.ok(found >= 4.5, `${tone} on accent-soft has a contrast of ${found.toFixed(2)}`);
    }
    assert.ok(contrastOf(color("on-accent"), color("accent")) >= 7);
  });

  Deno.test(`${theme}: a warning and an error differ for readers without green cones, and the grid is only just seen`, () => {
    const [warning, negative] = ["warning", "negative"].map((tone) => seeColor(color(tone), "deuteranopia"));
    assert.ok(distanceOf(warning!, negative!) >= (theme === "light" ? 3.7 : 11.5));
    const grid = contrastOf(color("grid"), surface);
    assert.ok(grid >= 1.15 && grid <= 1.25, grid.toFixed(2));
    assert.ok(contrastOf(color("border"), surface) > grid);
  });
}
