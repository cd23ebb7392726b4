import assert from "node:assert/strict";
import { type Preferences, readUrlState, writeUrlState } from "../../../../preview/shell/state/url_state.ts";

const PREFERENCES: Preferences = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" };

Deno.test("an empty URL is the first widget on the stage, with the preferences", () => {
  assert.deepEqual(readUrlState("", { ...PREFERENCES, theme: "dark" }), {
    view: "stage",
    canvasTab: "feed",
    canvasView: null,
    theme: "dark",
    background: "grid",
    feedWidth: "medium",
    mount: "inline",
    widget: null,
    size: null,
    state: null,
    stateData: null,
    width: null,
    chatWidth: "560",
    zoom: "100",
    direction: "auto",
    vision: "full",
    motion: "auto",
    contrast: "auto",
    overlay: "none",
    compare: "themes",
    compared: null,
    card: null,
    picture: null,
    locale: null,
    chrome: "full",
  });
});

Deno.test("a parameter overrides the preference", () => {
  const search =
    "?view=feed&canvasTab=grid&canvasView=monday&theme=dark&background=sky&feedWidth=wide&mount=iframe" +
    "&widget=001_a&card=b-1&stateData=%7B%22count%22%3A2%7D&size=2x1&state=empty&locale=de&chrome=none" +
    "&width=390&chatWidth=320&zoom=150&direction=rtl&vision=tritanopia&motion=reduce&contrast=more&overlay=measure&compare=sizes&compared=%5B%5D";
  assert.deepEqual(readUrlState(search, PREFERENCES), {
    view: "feed",
    canvasTab: "grid",
    canvasView: "monday",
    theme: "dark",
    background: "sky",
    feedWidth: "wide",
    mount: "iframe",
    widget: "001_a",
    size: "2x1",
    state: "empty",
    width: "390",
    chatWidth: "320",
    zoom: "150",
    direction: "rtl",
    vision: "tritanopia",
    motion: "reduce",
    contrast: "more",
    overlay: "measure",
    compare: "sizes",
    compared: "[]",
    stateData: '{"count":2}',
    card: "b-1",
    picture: null,
    locale: "de",
    chrome: "none",
  });
});

Deno.test("a parameter with an invalid value is ignored", () => {
  const search =
    "?view=grid&canvasTab=x&theme=blue&background=&feedWidth=WIDE&mount=__proto__&size=3x3&chrome=toString" +
    "&width=319&zoom=101&direction=up&vision=none&overlay=all&compare=x";
  assert.deepEqual(readUrlState(search, PREFERENCES), readUrlState("", PREFERENCES));
});

Deno.test("a name in the URL may contain any characters", () => {
  const name = "001 a&b=<img>#?/%2e";
  const search = writeUrlState("", { widget: name, canvasView: "__proto__" });
  const state = readUrlState(search, PREFERENCES);
  assert.equal(state.widget, name);
  assert.equal(state.canvasView, "__proto__");
});

Deno.test("written parameters are read again, and unknown parameters are kept", () => {
  const changes = { view: "feed", canvasView: "tuesday", theme: "dark" } as const;
  const search = writeUrlState("?other=1&widget=a", changes);
  assert.deepEqual(readUrlState(search, PREFERENCES), {
    ...readUrlState("?widget=a", PREFERENCES),
    ...changes,
  });
  assert.equal(new URLSearchParams(search).get("other"), "1");
});

Deno.test("a default value is not written, a preference always is", () => {
  const search = "?view=feed&widget=a&size=2x2&chrome=none&theme=dark";
  const none = { view: "stage", widget: null, size: null, chrome: "full" } as const;
  assert.equal(writeUrlState(search, { ...none, theme: "light" }), "?theme=light");
  assert.equal(writeUrlState("?view=feed", { view: "stage" }), "");
});
