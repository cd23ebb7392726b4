import assert from "node:assert/strict";
import {
  type CardProblem,
  groupProblems,
  rateLosses,
  type Rendering,
} from "../../../preview/server/snapshot/mod.ts";

const element = (line: number) => ({
  selector: "li",
  text: "Föhr",
  component: "ListItem in Ferries",
  source: { file: "widgets/001_ferries/widget.tck.tsx", line, column: 7 },
});

const problem = (rule: string, line: number, pixels: number | null = 9): CardProblem => ({
  rule,
  severity: rule === "header.dropped" ? "warning" : "note",
  message: `ListItem “Föhr” is not shown: it needs ${pixels} px more`,
  element: element(line),
  pixels,
});

const rendering = (size: string, findings: CardProblem[], state: string | null = null): Rendering => ({
  widget: "001_ferries",
  kind: "live",
  size,
  width: null,
  theme: "light",
  state,
  locale: null,
  cardError: null,
  cardErrorSource: null,
  findings,
} as unknown as Rendering);

Deno.test("what the default state loses is a warning with the smallest larger size that shows it, in other states a note", () => {
  const rated = rateLosses([
    rendering("4x4", []),
    rendering("1x1", [problem("item.dropped", 3), problem("header.dropped", 2)]),
    rendering("2x2", [problem("item.dropped", 4)]),
    rendering("1x1", [problem("item.dropped", 3)], "full"),
  ]);
  const found = rated.map(({ findings }) =>
    findings.map(({ severity, message }) => `${severity}: ${message}`)
  );
  const lost = "ListItem “Föhr” is not shown: it needs 9 px more";
  assert.deepEqual(found, [
    [],
    [`warning: ${lost}; 2x2 shows it`, `warning: ${lost}`],
    [`warning: ${lost}; 4x4 shows it`],
    [`note: ${lost}`],
  ]);
});

Deno.test("what no larger size shows says so, and a single picture says nothing of sizes", () => {
  const lost = () => [problem("detail.dropped", 3, null)];
  const messages = (renderings: Rendering[]) =>
    rateLosses(renderings).map(({ findings }) => findings[0]!.message.split("; ")[1]);
  assert.deepEqual(messages([rendering("1x1", lost()), rendering("2x1", lost())]), [
    "no larger size shows it",
    "no larger size shows it",
  ]);
  assert.deepEqual(messages([rendering("1x1", lost())]), [undefined]);
});

/** The end of each message of the renderings, by their sizes. */
const placesOf = (renderings: readonly Rendering[]) =>
  rateLosses(renderings).flatMap(({ size, width, findings }) =>
    findings.map(({ message }) =>
      `${size}${width ? `-${width}` : ""}: ${message.split("; ").slice(1).join("; ")}`
    )
  );

Deno.test("a part is shown where a card has another fault at its place, such as rows beside columns", () => {
  const table = (rule: string, selector: string, missing?: string[]): CardProblem => ({
    ...problem(rule, 8),
    element: { ...element(8), component: "Table in Ferries", selector },
    missing,
  });
  const columns = (...names: string[]) =>
    table("detail.dropped", "div.kit-stack > div.kit-table-frame", names);
  const rows = table("item.dropped", "tbody > tr");
  assert.deepEqual(
    placesOf([
      rendering("1x1", [table("block.dropped", "div.kit-stack > div.kit-table-frame")]),
      rendering("2x1", [columns("“Due”", "“Owner”"), rows]),
      rendering("2x2", [columns("“Owner”")]),
      rendering("4x1", [rows]),
      rendering("4x2", [rows]),
    ]),
    [
      "1x1: 2x1 shows it",
      "2x1: 2x2 shows “Due”, 4x1 shows “Owner”",
      "2x1: 2x2 shows it",
      "2x2: 4x2 shows it",
      "4x1: no larger size shows it",
      "4x2: no larger size shows it",
    ],
  );
  const chart = (...names: string[]) => [columns(...names)];
  assert.deepEqual(
    placesOf([
      rendering("2x2", chart("“Sugar”", "“Bottle”")),
      rendering("4x2", chart("“Sugar”")),
      rendering("4x4", [...chart("“Sugar”"), columns("its label")]),
    ]),
    [
      "2x2: no larger size shows “Sugar”, 4x2 shows “Bottle”",
      "4x2: no larger size shows it",
      "4x4: no larger size shows it",
      "4x4: no larger size shows it",
    ],
  );
  const groups = groupProblems(
    rateLosses([rendering("2x2", chart("“Sugar”", "“Bottle”")), rendering("4x2", chart("“Sugar”"))]),
  );
  assert.equal(groups.length, 2);
});

Deno.test("a wider card is larger than one that is as high as its content, and an item is shown without its detail", () => {
  const fill = (width: number, findings: CardProblem[]) => ({ ...rendering("fill-auto", findings), width });
  const start = () => [problem("detail.dropped", 2, null)];
  const detail = {
    ...problem("detail.dropped", 3),
    element: { ...element(3), selector: "li.kit-item > div.kit-item-detail" },
  };
  assert.deepEqual(
    placesOf([
      rendering("1x1", [problem("item.dropped", 3), ...start()]),
      rendering("2x2", [detail]),
      rendering("4x4", [problem("card.bare", 3)]),
      fill(320, start()),
      fill(480, []),
      fill(640, []),
    ]).filter((line) => !line.includes("card.bare")),
    [
      "1x1: 2x2 shows it",
      "1x1: 2x2 shows it",
      "2x2: fill-auto shows it",
      "4x4: ",
      "fill-auto-320: 2x2 shows it",
    ],
  );
  assert.deepEqual(placesOf([rendering("2x2", start()), fill(320, start()), fill(480, []), fill(640, [])]), [
    "2x2: fill-auto-480 shows it",
    "fill-auto-320: fill-auto-480 shows it",
  ]);
});

Deno.test("warnings about one lost thing are listed once, and so are characters of one package of fonts", () => {
  const glyph = (characters: string): CardProblem => ({
    ...problem("glyph.missing", 5, null),
    severity: "warning",
    message: `No font has “${characters}”`,
    subject: "@expo-google-fonts/noto-sans-jp",
  });
  const groups = groupProblems(rateLosses([
    rendering("1x1", [problem("item.dropped", 3, 22), glyph("東")]),
    rendering("2x1", [problem("item.dropped", 3, 6), glyph("京")]),
    rendering("2x2", [glyph("東京")]),
  ]));
  assert.deepEqual(
    groups.map(({ problem: { rule, pixels }, renderings }) => [rule, pixels, renderings.length]),
    [
      ["item.dropped", 22, 2],
      ["glyph.missing", null, 3],
    ],
  );
});
