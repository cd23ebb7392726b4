import assert from "node:assert/strict";
import { type Preferences, readUrlState, writeUrlState } from "../../../preview/shell/url_state.ts";

const PREFERENCES: Preferences = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" };

Deno.test("an empty address is the first widget on the stage, as the preferences say", () => {
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
    locale: null,
    chrome: "full",
  });
});

Deno.test("a parameter that is present wins over the preference", () => {
  const search =
    "?view=feed&canvasTab=grid&canvasView=monday&theme=dark&background=sky&feedWidth=wide&mount=iframe" +
    "&widget=001_a&size=2x1&state=empty&locale=de&chrome=none";
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
    locale: "de",
    chrome: "none",
  });
});

Deno.test("a value that a parameter cannot have is as if the parameter were absent", () => {
  const search =
    "?view=grid&canvasTab=x&theme=blue&background=&feedWidth=WIDE&mount=__proto__&size=3x3&chrome=toString";
  assert.deepEqual(readUrlState(search, PREFERENCES), readUrlState("", PREFERENCES));
});

Deno.test("a name in the address is taken as it is, whatever it is made of", () => {
  const name = "001 a&b=<img>#?/%2e";
  const search = writeUrlState("", { widget: name, canvasView: "__proto__" });
  const state = readUrlState(search, PREFERENCES);
  assert.equal(state.widget, name);
  assert.equal(state.canvasView, "__proto__");
});

Deno.test("what is written is read again, and parameters of others stay", () => {
  const changes = { view: "feed", canvasView: "tuesday", theme: "dark" } as const;
  const search = writeUrlState("?other=1&widget=a", changes);
  assert.deepEqual(readUrlState(search, PREFERENCES), {
    ...readUrlState("?widget=a", PREFERENCES),
    ...changes,
  });
  assert.equal(new URLSearchParams(search).get("other"), "1");
});

Deno.test("a value that is the default leaves its parameter out, a preference never does", () => {
  const search = "?view=feed&widget=a&size=2x2&chrome=none&theme=dark";
  const none = { view: "stage", widget: null, size: null, chrome: "full" } as const;
  assert.equal(writeUrlState(search, { ...none, theme: "light" }), "?theme=light");
  assert.equal(writeUrlState("?view=feed", { view: "stage" }), "");
});
