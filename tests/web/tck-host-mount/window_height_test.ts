import assert from "node:assert/strict";
import { followInlineStyles, referToWindow } from "../../../web/tck-host-mount/window_height.ts";
import { withGlobals } from "../canvas/page_globals.ts";

const WINDOW = "var(--tck-window-height)";

for (
  const [written, referred] of [
    ["height: 100vh;", `height: calc(100 * ${WINDOW} / 100);`],
    ["min-height: calc(100dvh - 4rem)", `min-height: calc(calc(100 * ${WINDOW} / 100) - 4rem)`],
    [
      "margin: -2.5svh .5LVH 1e1vb",
      `margin: ${["-2.5", ".5", "1e1"].map((n) => `calc(${n} * ${WINDOW} / 100)`).join(" ")}`,
    ],
    ["width: 10vmin", `width: calc(10 * min(${WINDOW}, 100vw) / 100)`],
    ["width: 10lvmax", `width: calc(10 * max(${WINDOW}, 100vw) / 100)`],
    ["--a: min(1vh,2px)", `--a: min(calc(1 * ${WINDOW} / 100),2px)`],
  ] as const
) {
  Deno.test(`"${written}" refers to the reader's window`, () => {
    assert.equal(referToWindow(written), referred);
  });
}

for (
  const kept of [
    "width: 100vw",
    'content: "100vh"',
    String.raw`content: "\"100vh"`,
    "font-family: '100vh'",
    "background: url(100vh.png)",
    'background: url("a)100vh")',
    "grid-area: row-100vh",
    "animation-name: a100vh",
    "color: #100vh",
    "--x: 100vh-wide",
    String.raw`--x: a\100vh`,
    "height: 100vhs",
  ]
) {
  Deno.test(`"${kept}" is kept`, () => assert.equal(referToWindow(kept), kept));
}

Deno.test("what refers to the window is not changed again", () => {
  const once = referToWindow("height: 50vh; width: 3vmax");
  assert.equal(referToWindow(once), once);
});

class PageElement {
  readonly style: { cssText: string };

  constructor(cssText: string, readonly inner: readonly PageElement[] = []) {
    this.style = { cssText };
  }

  matches(): boolean {
    return this.style.cssText.includes("vh");
  }

  querySelectorAll(): readonly PageElement[] {
    return this.inner.flatMap((element) => [element, ...element.querySelectorAll()]).filter((one) =>
      one.matches()
    );
  }
}

Deno.test("inline styles refer to the window, of what is added, of what is in it, and of what is changed later", async () => {
  const observers: ((changes: object[]) => void)[] = [];
  class Observer {
    constructor(run: (changes: object[]) => void) {
      observers.push(run);
    }
    observe(): void {}
  }
  await withGlobals({ MutationObserver: Observer, Element: PageElement }, () => {
    const root = {} as ShadowRoot;
    followInlineStyles(root);
    followInlineStyles(root);
    assert.equal(observers.length, 1, "each root is followed once");
    const [inner, plain] = [new PageElement("top: 2vh"), new PageElement("top: 2px")];
    const added = new PageElement("height: 1vh", [new PageElement("", [inner]), plain]);
    observers[0]!([{ type: "childList", addedNodes: ["text", added] }]);
    const referred = (count: number) => `calc(${count} * ${WINDOW} / 100)`;
    const read = () => [added, inner, plain].map(({ style }) => style.cssText);
    assert.deepEqual(read(), [`height: ${referred(1)}`, `top: ${referred(2)}`, "top: 2px"]);
    plain.style.cssText = "top: 3vh";
    observers[0]!([{ type: "attributes", target: plain, addedNodes: [] }]);
    assert.equal(read()[2], `top: ${referred(3)}`);
  });
});
