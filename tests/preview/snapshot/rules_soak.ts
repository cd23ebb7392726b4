import { THEMES } from "../../../preview/server/snapshot/mod.ts";
import { assertRule, RULE_FILES, RULE_WIDGETS } from "./rule_widgets.ts";
import { Studio } from "./studio.ts";

Deno.test("each rule reports the same in both themes", async (t) => {
  await using studio = await Studio.open(RULE_FILES);
  const renderings = await studio.take();
  for (const widget of RULE_WIDGETS) {
    for (const one of widget.cases) {
      await t.step(`${one.state}: ${one.rule ?? "nothing"}`, () => {
        for (const theme of THEMES) assertRule(renderings, theme, widget, one);
      });
    }
  }
});
