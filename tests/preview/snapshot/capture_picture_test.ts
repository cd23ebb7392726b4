import assert from "node:assert/strict";
import { captureSettled } from "../../../preview/server/snapshot/camera/capture_picture.ts";

Deno.test("a picture is taken until two in a row are the same, so that one that is painted in part is not kept", async () => {
  const taken: string[] = [];
  const capture = (pictures: readonly string[]) => {
    taken.length = 0;
    return captureSettled(() => {
      taken.push(pictures[taken.length]!);
      return Promise.resolve(taken.at(-1)!);
    });
  };
  assert.equal(await capture(["whole", "whole", "unread"]), "whole");
  assert.equal(taken.length, 2);
  assert.equal(await capture(["part", "more", "whole", "whole"]), "whole");
  assert.equal(taken.length, 4);
  assert.equal(
    await capture(["1", "2", "3", "4", "5", "unread"]),
    "5",
    "a card that moves has its last picture",
  );
  assert.equal(taken.length, 5);
});
