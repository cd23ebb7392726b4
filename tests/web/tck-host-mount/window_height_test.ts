import assert from "node:assert/strict";
import { referToWindow } from "../../../web/tck-host-mount/window_height.ts";

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
