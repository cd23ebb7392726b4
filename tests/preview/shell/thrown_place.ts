import assert from "node:assert/strict";
import type { FrameCase } from "./frame_cases.ts";
import { waitFor } from "./frame_page.ts";

const FILE = "widgets/001_hello/widget.tck.tsx";

const SOURCE = `import { Card, Stack, Stat } from "@tck/kit";
import { LineChart } from "@tck/kit/charts";
export const manifest = {
  id: "hello", cardType: "feed", sizes: ["fill-auto"], states: { chart: { chart: true } }, defaultState: { chart: false },
};
const Row = () => (
  <Stack>
    <Stat label="Lost" value={0 / 0} />
  </Stack>
);
export default function Hello() {
  const { chart } = useWidgetState();
  return (
    <Card>
      {chart
        ? <LineChart label="Wind" data={[{ hour: "6", wind: 0 / 0 }]} index="hour" categories={["wind"]} />
        : <Row />}
    </Card>
  );
}
`.replace("{ Card,", "{ useWidgetState, Card,");

/** A block of the kit and a chart throw: neither has the widget's code on the stack of its error. */
export const THROWN_PLACE: FrameCase = [
  "an error that a block of the kit or a chart throws is shown with the line that uses it, on the card and in the console",
  { [FILE]: SOURCE, "node_modules/.keep": "" },
  async ({ page, open }) => {
    for (const [state, line] of [["default", "8:5"], ["chart", "16:11"]] as const) {
      await open(`?widget=001_hello${state === "default" ? "" : `&state=${state}`}`);
      const shown = await waitFor(
        `the place below the card in ${state}`,
        async () =>
          await page.evaluate(() =>
            document.querySelector("main .shell-error .shell-place-link")?.textContent ?? null
          ),
      );
      assert.equal(shown, `${FILE}:${line}`);
    }
    const logged = await waitFor("the place in the console", async () =>
      await page.evaluate(() => {
        const panel = document.querySelector<HTMLDetailsElement>("[data-panel=console]");
        if (panel !== null) panel.open = true;
        const message = document.querySelector(".shell-log li[data-level=error]");
        const stack = message?.querySelector<HTMLDetailsElement>(".shell-stack");
        if (stack) stack.open = true;
        return stack?.querySelector(".shell-place-link")?.textContent ?? null;
      }));
    assert.equal(logged, `${FILE}:16:11`);
  },
];
