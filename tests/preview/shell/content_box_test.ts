import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { until } from "../../waiting/mod.ts";
import { toolbarSelect, waitForCard, withShell } from "./shell_page.ts";

const API = new URL("../../../web/tck/API.md", import.meta.url);

/** A card whose content is as large as its card allows. */
const widget = (slots: string) =>
  `import { Card, defineManifest } from "@tck/kit";
export const manifest = defineManifest({
  id: "w", title: "W", cardType: "grid", sizes: ["1x1", "2x1", "2x2", "4x1", "4x2", "4x4"], ${slots}
});
export default function Widget() {
  return <Card><div data-room style={{ flex: 1, minHeight: 0 }}>room</div></Card>;
}
`;

Deno.test("the room in a card of each size, without and with a footer, is the one that the reference states", async () => {
  const stated = [
    ...(await readFile(API, "utf8")).matchAll(/^\| `(\dx\d)` .*\| (\d+) × (\d+), \d+ × (\d+) px \|$/gm),
  ];
  assert.equal(stated.length, 6);
  const files = {
    "widgets/001_plain/widget.tck.tsx": widget(""),
    "widgets/002_footer/widget.tck.tsx": widget(
      `slots: { actions: [{ id: "a", label: "Go", href: "/a" }] },`,
    ),
  };
  await withShell(files, async ({ page, open }) => {
    for (const [name, column] of [["001_plain", 3], ["002_footer", 4]] as const) {
      await open(`?widget=${name}`);
      assert.deepEqual(await waitForCard(page), { ready: true, error: null });
      for (const row of stated) {
        const [, size, width] = row;
        await toolbarSelect(page, "Size").selectOption(size!);
        const expected = [Number(width), Number(row[column])];
        let room: number[] | undefined;
        const isStated = async () => {
          room = await page.locator(".shell-main article .kit-card").evaluate(measureRoom);
          return room.join() === expected.join();
        };
        await until(`the room of ${size}`, isStated).catch(() => {});
        assert.deepEqual(room, expected, `${size} of ${name}`);
      }
    }
  });
});

/** Runs in the page: the width and height within the paddings of a card. */
function measureRoom(card: Element): number[] {
  const style = getComputedStyle(card);
  const [beside, above] = [style.paddingInline, style.paddingBlock].map((sides) =>
    sides.split(" ").map(parseFloat)
  );
  const around = ([start, end = start]: number[]) => start! + end!;
  return [card.clientWidth - around(beside!), card.clientHeight - around(above!)].map(Math.round);
}
