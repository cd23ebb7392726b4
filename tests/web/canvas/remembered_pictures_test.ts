// @reads web/canvas/frame/
import assert from "node:assert/strict";
import type { takePictures } from "../../../web/canvas/frame/pictures/pictures.ts";
import { withGlobals } from "./page_globals.ts";

/** A class of the browser that the module takes members of, and that this test does not use. */
function createClass(...members: readonly string[]): object {
  class Unused {}
  for (const member of members) {
    Object.defineProperty(Unused.prototype, member, { get: () => null, configurable: true });
  }
  return Unused;
}

class Parser {
  parseFromString(): null {
    return null;
  }
}

class Attributes {
  get length(): number {
    return 0;
  }
  item(): null {
    return null;
  }
}

Deno.test("a picture is made once, and the oldest of more than a thousand is forgotten and made again", async () => {
  const [made, revoked]: [string[], string[]] = [[], []];
  const browser = {
    URL: class extends URL {
      static override createObjectURL(): string {
        made.push(`blob:${made.length}`);
        return made.at(-1)!;
      }
      static override revokeObjectURL(url: string): void {
        revoked.push(url);
      }
    },
    Image: class {},
    DOMParser: Parser,
    NamedNodeMap: Attributes,
    Document: createClass("documentElement"),
    Node: createClass("nodeType", "nodeValue", "textContent", "firstChild", "nextSibling"),
    Element: createClass("localName", "namespaceURI", "attributes"),
    Attr: createClass("localName", "namespaceURI", "value"),
  };
  await withGlobals(browser, async () => {
    const address = new URL("../../../web/canvas/frame/pictures/pictures.ts", import.meta.url).href;
    const module: { takePictures: typeof takePictures } = await import(address);
    const { convert, stop } = module.takePictures();
    const picture = (index: number) => `data:image/png;base64,${btoa(`${index}`)}`;
    for (let index = 0; index < 1_000; index++) convert(picture(index));
    assert.deepEqual([convert(picture(0)), convert(`${picture(1)}#part`)], ["blob:0", "blob:1#part"]);
    assert.deepEqual([made.length, revoked], [1_000, []]);
    convert(picture(1_000));
    convert(picture(1_001));
    assert.deepEqual(revoked, ["blob:0", "blob:1"], "each of the two oldest once");
    assert.deepEqual([convert(picture(2)), convert(picture(0))], ["blob:2", "blob:1002"]);
    assert.deepEqual(revoked.at(-1), "blob:2");
    stop();
    assert.deepEqual([convert(picture(0)), convert(picture(7_000)), made.length], [null, null, 1_003]);
  });
});
