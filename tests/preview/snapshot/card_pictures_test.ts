import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { PictureRequest } from "../../../preview/protocol.ts";
import { Camera, type CardPicture } from "../../../preview/server/snapshot/camera/camera.ts";
import { CardPictures } from "../../../preview/server/snapshot/card_pictures.ts";
import { SnapshotError } from "../../../preview/server/snapshot/errors.ts";
import { UnresponsivePage } from "../../../preview/server/snapshot/camera/shot_page.ts";
import { Project } from "../session/project.ts";

const REQUEST = { theme: "light", kind: "bundle", id: "a" } as PictureRequest;
const PNG = new Uint8Array([1]);

/** Cameras whose starts and pictures the test ends. */
async function withCameras(
  run: (cameras: {
    pictures: CardPictures;
    opened: PromiseWithResolvers<void>[];
    taken: PromiseWithResolvers<CardPicture>[];
    closed: number[];
  }) => Promise<void>,
): Promise<void> {
  await using project = await Project.create();
  const [opened, taken, closed]: [
    PromiseWithResolvers<void>[],
    PromiseWithResolvers<CardPicture>[],
    number[],
  ] = [[], [], []];
  const { open } = Camera;
  Camera.open = async () => {
    const number = opened.push(Promise.withResolvers());
    await opened.at(-1)!.promise;
    const picture = Promise.withResolvers<CardPicture>();
    picture.promise.catch(() => {});
    return {
      takePicture: () => (taken.push(picture), picture.promise),
      close: () => {
        closed.push(number);
        picture.reject(new Error("the browser has ended"));
        return Promise.resolve();
      },
    } as unknown as Camera;
  };
  try {
    await run({ pictures: new CardPictures("http://localhost:1/", project.path), opened, taken, closed });
  } finally {
    Camera.open = open;
  }
}

async function untilThere<Item>(items: readonly Item[], count: number): Promise<Item> {
  while (items.length < count) await setImmediate();
  return items[count - 1]!;
}

Deno.test("each picture has a browser of its own, which ends with it, also when the picture cannot be taken", () =>
  withCameras(async ({ pictures, opened, taken, closed }) => {
    const outcomes = [1, 2, 3, 4, 5].map(() => pictures.take(REQUEST));
    const errors: Promise<void>[] = [
      assert.rejects(outcomes[1]!, { code: "picture.failed", message: /not shown: Boom/ }),
      assert.rejects(outcomes[2]!, { code: "picture.failed", message: /did not respond/ }),
      assert.rejects(outcomes[3]!, { code: "browser.missing" }),
    ];
    const endings: ((picture: PromiseWithResolvers<CardPicture>) => void)[] = [
      ({ resolve }) => resolve({ png: PNG, cardError: null }),
      ({ resolve }) => resolve({ png: PNG, cardError: "Boom" }),
      ({ reject }) => reject(new UnresponsivePage("it did not respond")),
    ];
    for (const [index, end] of endings.entries()) {
      (await untilThere(opened, index + 1)).resolve();
      const picture = await untilThere(taken, index + 1);
      assert.deepEqual([opened.length, closed.length], [index + 1, index], "one browser at a time");
      end(picture);
    }
    (await untilThere(opened, 4)).reject(new SnapshotError("browser.missing", "no Chromium"));
    (await untilThere(opened, 5)).resolve();
    (await untilThere(taken, 4)).resolve({ png: PNG, cardError: null });
    assert.deepEqual([await outcomes[0], await outcomes[4]], [PNG, PNG]);
    await Promise.all(errors);
    await pictures.close();
    assert.deepEqual(closed, [1, 2, 3, 5], "none is ended twice");
  }));

Deno.test("the end of the preview ends the browser of the picture that is taken, and begins no other", () =>
  withCameras(async ({ pictures, opened, taken, closed }) => {
    const rejected = [pictures.take(REQUEST), pictures.take(REQUEST)].map((taking) => assert.rejects(taking));
    (await untilThere(opened, 1)).resolve();
    await untilThere(taken, 1);
    await pictures.close();
    await Promise.all(rejected);
    await assert.rejects(pictures.take(REQUEST), /the preview has ended/);
    assert.deepEqual([opened.length, new Set(closed)], [1, new Set([1])]);
  }));

Deno.test("a browser that is still starting at the end of the preview ends when it has started", () =>
  withCameras(async ({ pictures, opened, taken, closed }) => {
    const rejected = assert.rejects(pictures.take(REQUEST), /the preview has ended/);
    const starting = await untilThere(opened, 1);
    const closing = pictures.close();
    starting.resolve();
    await Promise.all([closing, rejected]);
    assert.deepEqual([taken.length, closed], [0, [1]]);
  }));
