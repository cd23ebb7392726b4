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
