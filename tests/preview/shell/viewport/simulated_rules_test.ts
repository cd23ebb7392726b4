import assert from "node:assert/strict";
import { simulateRules } from "../../../../preview/shell/viewport/simulated_rules.ts";
import { withGlobals } from "../../../web/canvas/page_globals.ts";

class MediaRule {
  readonly media: { mediaText: string };
  constructor(mediaText: string, readonly cssRules: object[] = []) {
    this.media = { mediaText };
  }
}

Deno.test("preferences are simulated in rules of all depths and those that come later, and end as they were written", async () => {
  const observers: { update: () => void; isConnected: boolean }[] = [];
  class Observer {
    readonly own: { update: () => void; isConnected: boolean };
    constructor(update: () => void) {
      observers.push(this.own = { update, isConnected: false });
    }
    observe(): void {
      this.own.isConnected = true;
    }
    disconnect(): void {
      this.own.isConnected = false;
    }
  }
  const texts = ["(prefers-reduced-motion: reduce)", "(prefers-contrast: more)", "(min-width: 9px)"];
  const [motion, contrast, width] = texts.map((text) => new MediaRule(text));
  const later = new MediaRule(texts[0]!);
  const sheet = { cssRules: [motion, { cssRules: [contrast, width] }] as object[] };
  const article = { shadowRoot: { adoptedStyleSheets: [sheet], styleSheets: [] } };
  const read = () => [motion, contrast, width, later].map((rule) => rule!.media.mediaText);
  await withGlobals({ CSSMediaRule: MediaRule, MutationObserver: Observer }, () => {
    const simulate = (motion: "reduce" | "no-preference") =>
      simulateRules(article as unknown as HTMLElement, { motion, contrast: "auto" });
    const written = read();
    const end = simulate("reduce");
    sheet.cssRules.push(later);
    observers[0]!.update();
    observers[0]!.update();
    assert.deepEqual(read(), ["(min-width: 0px)", ...texts.slice(1), "(min-width: 0px)"]);
    end();
    assert.deepEqual([read(), observers[0]!.isConnected], [written, false]);
    const endOther = simulate("no-preference");
    assert.equal(motion!.media.mediaText, "(max-width: 0px)");
    endOther();
    assert.deepEqual(read(), written);
  });
});
