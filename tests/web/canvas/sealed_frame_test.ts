import assert from "node:assert/strict";
import { SealedFrame } from "../../../web/canvas/page/sealed_frame.ts";
import { createPage } from "./frame_page.ts";
import { PageElement } from "./page_elements.ts";
import { withGlobals } from "./page_globals.ts";

const OPTIONS = { url: "/canvas.html", title: "Cards", language: "de", isGuarded: false } as const;

// claim: sealed-greeted-once
Deno.test("a sealed frame is greeted once, with the assets, and is lost by a second document or by too many messages", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    for (const reason of ["messages", "messages of the port", "a document"]) {
      let lost = 0;
      const received: unknown[] = [];
      let theme: "light" | "dark" = "light";
      const frame = new SealedFrame(OPTIONS, {
        assets: Promise.resolve({ "a.mjs": new ArrayBuffer(1) }),
        readTheme: () => theme,
        receive: (data) => (received.push(data), data === "costly" ? 20_000 : 1),
        onSilent: () => assert.fail("it has started"),
        onLost: () => lost++,
      });
      const element = page.frames.at(-1)!;
      assert.deepEqual([...element.attributes], [["sandbox", "allow-scripts allow-forms"]]);
      frame.send({ type: "ping" });
      element.dispatchEvent(new Event("load"));
      assert.deepEqual(page.delays(), [20_000, 3_000]);
      await page.greet(new PageElement("iframe"));
      await page.greet(element, { type: "other" });
      assert.deepEqual(element.posted, []);
      theme = "dark";
      const channel = await page.greet();
      const [[greeting, ports]] = element.posted as unknown as [[Record<string, unknown>, unknown[]]];
      assert.deepEqual([greeting.theme, greeting.language], ["dark", "de"]);
      assert.deepEqual([Object.keys(greeting.assets as object), ports], [["a.mjs"], [channel]]);
      frame.send({ type: "ping" });
      channel.receive("text");
      assert.deepEqual([channel.sent, received], [[{ type: "ping" }], ["text"]]);
      for (const delay of [20_000, 20_000, 3_000]) page.end(delay);
      assert.equal(lost, 0, "its code has started in time");
      if (reason === "a document") {
        await page.greet();
        assert.equal(element.posted.length, 1, "a widget cannot greet again");
        element.dispatchEvent(new Event("load"));
      }
      if (reason === "messages of the port") {
        channel.receive("costly");
        assert.deepEqual(received, ["text", "costly"]);
      }
      if (reason === "messages") {
        for (let count = 0; count < 29; count++) page.postUnreadable(element);
        assert.equal(lost, 0);
        for (let count = 0; count < 2; count++) page.postUnreadable(element);
        assert.equal(lost, 0, "what the port has is read");
        page.end(250);
      }
      assert.equal(lost, 1);
      element.dispatchEvent(new Event("load"));
      await page.greet();
      for (let count = 0; count < 2; count++) channel.receive("costly");
      assert.equal(lost, 1);
      assert.deepEqual(page.delays(), []);
      frame.remove();
      assert.deepEqual([element.isRemoved, channel.isClosed], [true, true]);
    }
  });
});

Deno.test("a sealed frame is lost when its code does not start in time or has no assets, but not when it was removed", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    let lost = 0;
    const create = (assets: Promise<Record<string, ArrayBuffer>> = Promise.resolve({})) =>
      new SealedFrame(OPTIONS, {
        assets,
        readTheme: () => "light",
        receive: () => 1,
        onSilent: () => lost++,
        onLost: () => lost++,
      });
    create();
    page.end(20_000);
    assert.equal(lost, 1);
    create();
    page.frames.at(-1)!.dispatchEvent(new Event("load"));
    page.end(3_000);
    assert.equal(lost, 2);
    create(Promise.reject(new Error("offline")));
    await page.greet();
    assert.equal(lost, 3);
    create();
    await page.greet();
    for (const _ of ["the greeting", "what follows it"]) page.end(20_000);
    assert.equal(lost, 4, "it has greeted, and says nothing more");
    const removed = create();
    removed.remove();
    const element = page.frames.at(-1)!;
    element.dispatchEvent(new Event("load"));
    element.dispatchEvent(new Event("load"));
    await page.greet();
    assert.deepEqual([lost, page.delays(), element.posted], [4, [], []]);
  });
});
