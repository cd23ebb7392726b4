import assert from "node:assert/strict";
import { DocumentProperties } from "../../../../preview/shell/content/document_properties.ts";
import { withGlobals } from "../../../web/canvas/page_globals.ts";

class PropertyRule {
  constructor(readonly name: string, readonly cssText: string) {}
}

/** Reads rules that are written as `--name value; --name value`. */
class Sheet {
  cssRules: PropertyRule[] = [];
  replaceSync(css: string): void {
    this.cssRules = css.split("; ").map((rule) => new PropertyRule(rule.split(" ")[0]!, rule));
  }
}

Deno.test("of several cards' rules for one name the first applies, and a card's rules go with the card", async () => {
  const styles: { textContent: string; nonce: string; dataset: object }[] = [];
  const document = {
    createElement: () => ({ textContent: "", nonce: "", dataset: {} }),
    querySelector: () => null,
    head: { appendChild: (style: typeof styles[number]) => (styles.push(style), style) },
  };
  await withGlobals({ CSSStyleSheet: Sheet, CSSPropertyRule: PropertyRule, document }, () => {
    const properties = new DocumentProperties(document as unknown as Document);
    const endFirst = properties.add("--a first; --b first");
    const endSecond = properties.add("--a second; --c second");
    assert.equal(styles.length, 1);
    const [style] = styles;
    assert.equal(style!.textContent, "--a first\n--b first\n--c second");
    endFirst();
    assert.equal(style!.textContent, "--a second\n--c second");
    endFirst();
    const endThird = properties.add("--a third");
    assert.equal(style!.textContent, "--a second\n--c second");
    endSecond();
    assert.equal(style!.textContent, "--a third");
    endThird();
    assert.equal(style!.textContent, "");
    assert.equal(styles.length, 1);
  });
});
