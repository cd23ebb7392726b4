import assert from "node:assert/strict";
import { useAttempts } from "../../../../preview/shell/card/use_attempts.ts";
import { openStore, withRendering } from "../rendering.ts";

Deno.test("a failed card is mounted again for each other content and theme, and one that has not failed keeps its state", async () => {
  const store = openStore("?theme=light");
  await withRendering({ store }, async ({ use, change }) => {
    let hasFailed = false;
    const attempts = async (content: string, theme: "light" | "dark") => {
      await change(() => store.setState({ url: { ...store.getState().url, theme } }));
      const forgetError = () => hasFailed && !(hasFailed = false);
      await use(() => useAttempts([content], forgetError));
      return await use(() => useAttempts([content], forgetError));
    };
    assert.equal(await attempts("a", "light"), 0);
    assert.equal(await attempts("b", "dark"), 0);
    for (
      const [index, [content, theme]]
        of ([["a", "dark"], ["a", "light"], ["a", "dark"], ["b", "dark"]] as const).entries()
    ) {
      hasFailed = true;
      assert.equal(await attempts(content, theme), index + 1, `${content}, ${theme}`);
    }
    hasFailed = true;
    assert.equal(await attempts("b", "dark"), 4, "the same is not mounted again");
  });
});
