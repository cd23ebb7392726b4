import assert from "node:assert/strict";
import { createElement, Suspense, use } from "react";
import { SuspendedContent } from "../../../web/tck-host-mount/suspended_content.tsx";
import { withRendering } from "../../preview/shell/rendering.ts";

Deno.test("a widget counts as waiting each time until what it waits for is there", async () => {
  const told: boolean[] = [];
  const onChange = (isSuspended: boolean) => void told.push(isSuspended);
  const fallback = createElement(SuspendedContent, { manifestId: "a", onChange });
  const Widget = ({ data }: { data: Promise<string> }) => createElement("p", null, use(data));
  await withRendering({}, async ({ document, show, change }) => {
    for (const text of ["first", "second"]) {
      const { promise, resolve } = Promise.withResolvers<string>();
      const widget = createElement(Widget, { data: promise });
      await show(createElement(Suspense, { key: text, fallback }, widget));
      assert.deepEqual(told.splice(0), [true]);
      await change(() => resolve(text));
      assert.deepEqual(told.splice(0), [false]);
      assert.equal(document.querySelector("p")!.textContent, text);
    }
  });
});
