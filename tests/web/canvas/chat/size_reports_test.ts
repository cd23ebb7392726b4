import assert from "node:assert/strict";
import { SizeReports } from "../../../../web/canvas/chat/view/size_reports.ts";

Deno.test("a change of at most four pixels is not reported, and a width of its own with the height", () => {
  const reported: object[] = [];
  const sizes = new SizeReports((size) => reported.push(size));
  for (const height of [100, 104, 96, 105, 105, 101]) sizes.setHeight(height);
  assert.deepEqual(reported, [{ height: 100 }, { height: 105 }]);
  sizes.setWidth(352);
  for (const height of [105, 105]) sizes.setHeight(height);
  sizes.setWidth(352);
  sizes.setHeight(105);
  sizes.setWidth(null);
  sizes.setHeight(200);
  assert.deepEqual(reported.slice(2), [{ width: 352, height: 105 }, { height: 200 }]);
});
