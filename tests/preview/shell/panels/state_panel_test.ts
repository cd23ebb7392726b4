import assert from "node:assert/strict";
import { createElement } from "react";
import type { WidgetInstance } from "@tck/kit/host";
import type { LiveWidget } from "../../../../preview/protocol.ts";
import { StatePanel } from "../../../../preview/shell/panels/state_panel.tsx";
import type { UrlState } from "../../../../preview/shell/state/url_state.ts";
import { openStore, withRendering } from "../rendering.ts";

Deno.test("what is wrong with a state is said until the next change or the reset", async () => {
  const manifest = { id: "a", cardType: "feed", sizes: ["2x2"], defaultState: { name: "Ada", count: 1 } };
  const instance = { manifest } as unknown as WidgetInstance;
  const store = openStore("?widget=001_a", {
    liveWidgets: [{ name: "001_a", file: "a.tsx" } as LiveWidget],
    liveCards: new Map([["001_a", { status: "loaded", instance }]]),
  });
  const navigate = (changes: Partial<UrlState>) =>
    store.setState({ url: { ...store.getState().url, ...changes } });
  await withRendering({ store, navigation: { navigate } }, async ({ document, show, fire }) => {
    await show(createElement(StatePanel));
    const fault = () => document.querySelector(".shell-fault")!.textContent;
    const { body } = document;
    const write = async (text: string) => {
      const field = body.querySelectorAll("textarea").at(-1)!;
      await fire(field, "onChange", { currentTarget: { value: text } });
      await fire(body.querySelector("form"), "onSubmit");
      return [fault() !== "", store.getState().url.stateData];
    };
    const reset = async () => {
      await fire(body.querySelectorAll("button").at(-1)!, "onClick");
      return [fault() !== "", store.getState().url.stateData];
    };
    assert.deepEqual(await write("{"), [true, null]);
    assert.deepEqual(await write('{"name":"Grace","count":1}'), [false, '{"name":"Grace"}']);
    assert.deepEqual(await write("[]"), [true, '{"name":"Grace"}']);
    assert.deepEqual(await reset(), [false, null]);
    assert.deepEqual(await write("[]"), [true, null]);
    assert.deepEqual(await reset(), [false, null], "there was nothing to reset");
    assert.deepEqual(await write("[]"), [true, null]);
    await fire(body.querySelectorAll("input")[0]!, "onChange", { currentTarget: { value: "Mary" } });
    assert.deepEqual([fault(), store.getState().url.stateData], ["", '{"name":"Mary"}']);
  });
});
