import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { createElement } from "react";
import { CardView } from "../../../../preview/shell/chat/card_view.tsx";
import type { ChatCard } from "../../../../preview/shell/chat/chat_tools.ts";
import { openFrames } from "../frames.ts";
import { withRendering } from "../rendering.ts";

const CONTEXT = { theme: "light", locale: "en", width: 400, windowHeight: 800 } as const;
const cardOf = (hash: string) =>
  ({
    widget: hash,
    manifest: { id: "a", title: "A" },
    hash,
    envelope: hash,
    size: null,
    state: null,
    language: "en",
  }) as unknown as ChatCard;

Deno.test("the view stays when the card or the look changes, and is sent each of them", async () => {
  const frames = openFrames();
  const window = new EventTarget();
  const client = { framedChatView: () => Promise.resolve("/view") };
  await withRendering({ client }, async ({ document, show, change }) => {
    frames.follow(document);
    const view = (card: ChatCard, theme: "light" | "dark" = "light") =>
      show(createElement(CardView, { card, context: { ...CONTEXT, theme }, onLink() {} }));
    await view(cardOf("first"));
    const frame = document.querySelector("iframe")!;
    const sent = () =>
      frames.sentTo(frame) as unknown as { method?: string; params?: { [name: string]: unknown } }[];
    const tell = (data: object) =>
      change(async () => {
        const message = { data: { jsonrpc: "2.0", ...data }, origin: "null", source: frame.contentWindow };
        window.dispatchEvent(Object.assign(new Event("message"), message));
        for (let turn = 0; turn < 5; turn++) await setImmediate();
      });
    const params = {
      appInfo: { name: "v", version: "1" },
      appCapabilities: {},
      protocolVersion: "2026-01-26",
    };
    await tell({ id: 1, method: "ui/initialize", params });
    await tell({ method: "ui/notifications/initialized", params: {} });
    const widgets = () =>
      sent().filter(({ method }) => method?.endsWith("/tool-input"))
        .map(({ params }) => (params!["arguments"] as { widget: string }).widget);
    assert.deepEqual(widgets(), ["first"]);
    for (const name of ["second", "third"]) {
      await view(cardOf(name));
      await change(() => setImmediate());
      assert.deepEqual([widgets(), document.querySelector("iframe") === frame], [[name], true]);
    }
    await view(cardOf("third"), "dark");
    await change(() => setImmediate());
    assert.ok(sent().some(({ params }) => params?.["theme"] === "dark"));
  }, { ...frames.globals, window, console: { ...console, debug() {} } });
});

Deno.test("a view that cannot be loaded says why, unless it was left", async () => {
  const answers: PromiseWithResolvers<string>[] = [];
  const client = { framedChatView: () => (answers.push(Promise.withResolvers()), answers.at(-1)!.promise) };
  await withRendering({ client }, async ({ document, show, change }) => {
    const props = { card: cardOf("a"), context: CONTEXT, onLink() {} };
    await show(createElement(CardView, { key: 1, ...props }));
    await show(createElement(CardView, { key: 2, ...props }));
    await change(() => answers[0]!.reject(new Error("of the one before")));
    assert.equal(document.querySelector(".shell-error"), null);
    await change(() => answers[1]!.reject(new Error("no server")));
    assert.equal(document.querySelector(".shell-error")!.textContent, "no server");
  }, { window: new EventTarget() });
});
