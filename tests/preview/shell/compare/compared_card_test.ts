import assert from "node:assert/strict";
import { createElement } from "react";
import type { WidgetInstance } from "@tck/kit/host";
import type { WidgetManifest } from "../../../../core/manifest/mod.ts";
import type { LiveWidget } from "../../../../preview/protocol.ts";
import { Compare } from "../../../../preview/shell/compare/compare.tsx";
import { ComparedCard } from "../../../../preview/shell/compare/compared_card.tsx";
import { liveCardKey } from "../../../../preview/shell/state/card_key.ts";
import { overrideSlots } from "../../../../preview/shell/state/slot_edits.ts";
import { openFrames } from "../frames.ts";
import { openStore, withRendering } from "../rendering.ts";

const manifestOf = (...sizes: string[]) =>
  ({ id: "a", title: "A", cardType: "feed", sizes, states: { empty: {} } }) as unknown as WidgetManifest;

Deno.test("a compared card is sent each change of the page, but for what it is compared by", async () => {
  const frames = openFrames();
  const store = openStore("?widget=001_a");
  await withRendering({ store, frameSites: frames.frameSites }, async ({ document, show, change }) => {
    frames.follow(document);
    const subject = { widget: "001_a", name: "001_a", manifest: manifestOf("1x1", "2x2") };
    const choice = { id: "dark", label: "Dark", variant: { theme: "dark" } } as const;
    await show(createElement(ComparedCard, { place: 0, choice, subject }));
    const frame = document.querySelector("iframe")!;
    const sent = async (act: () => void) => {
      frames.sentTo(frame);
      await change(act);
      return frames.sentTo(frame).flatMap((message) => message.type === "tck:frame-view" ? message.view : []);
    };
    const { url } = store.getState();
    const [themed] = await sent(() => store.setState({ url: { ...url, theme: "dark" } }));
    assert.equal(themed?.url.theme, "dark");
    const [light] = await sent(() => store.setState({ url: { ...url, theme: "light", state: "empty" } }));
    assert.deepEqual([light?.url.theme, light?.url.state], ["dark", "empty"]);
    const [unknown] = await sent(() => store.setState({ url: { ...url, state: "other", size: "2x2" } }));
    assert.deepEqual([unknown?.url.state, unknown?.url.size], [null, "2x2"]);
    for (const actions of [[], [{ id: "a", label: "A", href: "/", variant: "secondary" as const }]]) {
      const [view] = await sent(() => overrideSlots(store, liveCardKey("001_a"), { actions }));
      assert.deepEqual(view?.slots?.values, { actions });
    }
    const [translated] = await sent(() => store.setState({ languages: ["de"] }));
    assert.deepEqual(translated?.languages, ["de"]);
  }, frames.globals);
});

Deno.test("what is compared follows each edit of the manifest", async () => {
  const frames = openFrames();
  const store = openStore("?view=compare&compare=sizes&widget=001_a");
  const navigation = { navigate() {}, replaceUnknown() {} };
  await withRendering(
    { store, navigation, frameSites: frames.frameSites },
    async ({ document, show, change }) => {
      frames.follow(document);
      const widget = { name: "001_a" } as LiveWidget;
      const edit = (manifest: WidgetManifest) =>
        change(() =>
          store.setState({
            liveWidgets: [widget],
            framedManifests: new Map([["001_a", manifest]]),
            liveCards: new Map([["001_a", { status: "loaded", instance: { manifest } as WidgetInstance }]]),
          })
        );
      await edit(manifestOf("1x1", "2x2"));
      await show(createElement(Compare, { subject: { kind: "live", widget } }));
      const titles = () =>
        document.body.querySelectorAll("figcaption").map(({ textContent }) => textContent).join();
      assert.equal(titles(), "1x1,2x2");
      for (const sizes of [["1x1", "2x1", "2x2"], ["2x1", "2x2"]]) {
        await edit(manifestOf(...sizes));
        assert.equal(titles(), sizes.join());
      }
      await edit(manifestOf("2x2"));
      assert.equal(titles(), "");
      assert.match(document.body.textContent, /declares a single size/);
    },
    frames.globals,
  );
});
