import assert from "node:assert/strict";
import { leavingWidget } from "./leaving_widget.ts";
import { Studio } from "./studio.ts";

// claim: snapshot-ends
Deno.test("a widget that loads its page again ends as a finding of its card", async () => {
  await using studio = await Studio.open({
    "widgets/001_reloading/widget.tck.tsx": leavingWidget("reloading", { effect: "location.reload();" }),
  });
  const [{ findings, picture }, ...others] = await studio.take({ themes: ["light"] }) as [
    Awaited<ReturnType<Studio["take"]>>[number],
  ];
  assert.deepEqual([findings.map(({ rule }) => rule), picture, others], [["card.failed"], null, []]);
  assert.match(
    findings[0]!.message,
    /^The page was loaded again, or another one in its place, 4 times/,
  );
});
