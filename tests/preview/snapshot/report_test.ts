import assert from "node:assert/strict";
import {
  formatProblem,
  groupProblems,
  listCounted,
  listProblems,
  type Observation,
  observe,
  type Shot,
  toRendering,
} from "../../../preview/server/snapshot/mod.ts";

const NOTHING: Observation = {
  blocked: [],
  cardError: null,
  cardErrorSource: null,
  pageErrors: [],
  consoleErrors: [],
  violations: [],
  overflow: null,
  layout: [],
  mountMs: 20,
};

Deno.test("a problem is listed once, on one line, with its severity, its element and its place", () => {
  const heading = {
    selector: "section > h2.title",
    text: "Wednesday",
    component: "Heading in Weather",
    source: { file: "widgets/001_weather/widget.tck.tsx", line: 12, column: 7 },
  };
  const seen: Observation = {
    ...NOTHING,
    cardError: "Boom\nat Card",
    cardErrorSource: heading.source,
    pageErrors: ["Too late", "Too late"],
    consoleErrors: ["404", "Boom", "404"],
    violations: [
      {
        rule: "image-alt",
        impact: "critical",
        help: "Images must have alternative text",
        helpUrl: "https://example.org/",
        nodes: [{ target: "article >>> img", html: "<img>", summary: "Add an alt", element: null }],
      },
      {
        rule: "heading-order",
        impact: "moderate",
        help: "Heading levels should only increase by one",
        helpUrl: "https://example.org/",
        nodes: [
          { target: "h4", html: "<h4>", summary: "", element: { ...heading, source: null } },
          { target: "h5", html: "<h5>", summary: "", element: null },
        ],
      },
    ],
    overflow: { x: 0, y: 3 },
    layout: [
      { rule: "card.overflow", message: "The content is 3 px higher than its card", element: heading },
      { rule: "card.empty", message: "40 % of the card is empty", element: null },
    ],
  };
  assert.deepEqual(listProblems(seen).map(formatProblem), [
    'error: card.failed: the page says "Boom" (widgets/001_weather/widget.tck.tsx:12:7)',
    'error: page.error: the page says "Too late"',
    'error: console.error: the page says "404"',
    'error: console.error: the page says "Boom"',
    "error: card.overflow: The content is 3 px higher than its card " +
    "(section > h2.title, widgets/001_weather/widget.tck.tsx:12:7)",
    "warning: card.empty: 40 % of the card is empty",
    "error: accessibility.image-alt: Images must have alternative text",
    "warning: accessibility.heading-order: Heading levels should only increase by one (2 elements) " +
    "(section > h2.title, Heading in Weather)",
  ]);
  assert.deepEqual(listProblems(NOTHING), []);
});

Deno.test("a widget whose module does not compile has one problem, which leads to the diagnostics", async () => {
  const unloaded = "Failed to fetch dynamically imported module: http://127.0.0.1:1/@fs/a/widget.tck.tsx";
  const observation = await observe({
    png: null,
    cardError: unloaded,
    cardErrorStack: null,
    errors: {
      page: [],
      console: ["Failed to load resource: the server responded with a status of 500 ()"],
      policy: [],
    },
    violations: [],
    layout: null,
    mountMs: null,
  }, () => Promise.resolve(null));
  assert.deepEqual(listProblems(observation).map(formatProblem), [
    `error: card.failed: the page says "Cannot load the widget's module: the diagnostics of the build say why"`,
  ]);
});

Deno.test("an error that a widget throws counts once, and not beside the diagnostic of the build", () => {
  const seen: Observation = {
    ...NOTHING,
    cardError: "Boom",
    consoleErrors: ["Error: Boom The above error occurred in the <Faulty> component. ", "404"],
  };
  assert.deepEqual(listProblems(seen).map(({ rule, message }) => `${rule} ${message}`), [
    "card.failed Boom",
    "console.error 404",
  ]);
  const subject = { name: "001_faulty", kind: "live" } as Shot["subject"];
  const renderings = [320, 480].map((width) =>
    toRendering(
      { subject, size: "fill-auto", width, theme: "light", state: null, locale: null },
      { ...seen, consoleErrors: [] },
      null,
    )
  );
  const diagnostic = {
    code: "component.failed",
    widget: "001_faulty",
    severity: "error",
    file: null,
    line: null,
    column: null,
    lineText: null,
    message: "the component throws at size fill-auto, defaultState, language en: Boom",
    hint: "",
  } as const;
  assert.deepEqual([listCounted(renderings, []).length, groupProblems(renderings).length], [1, 1]);
  assert.deepEqual(
    [listCounted(renderings, [diagnostic]).length, groupProblems(renderings, [diagnostic]).length],
    [0, 0],
  );
  const unloaded = renderings.map((rendering) => ({
    ...rendering,
    findings: listProblems({
      ...NOTHING,
      cardError: "Cannot load the widget's module: the diagnostics of the build say why",
    }),
  }));
  const syntax = { ...diagnostic, code: "source.syntax", message: "Unexpected token" } as const;
  assert.deepEqual([listCounted(unloaded, []).length, listCounted(unloaded, [syntax]).length], [1, 0]);
  const other = [{ ...diagnostic, widget: "002_other" }];
  assert.deepEqual([listCounted(renderings, other).length, groupProblems(renderings, other).length], [1, 1]);
});

Deno.test("notes about one place are one, with the picture that needs the fewest pixels if others need more", () => {
  const subject = { name: "001_moon", kind: "live" } as Shot["subject"];
  const source = { file: "widgets/001_moon/widget.tck.tsx", line: 9, column: 5 };
  const element = { selector: "svg", text: "", component: "Moon", source };
  const show = (pixels: readonly (number | undefined)[]) =>
    groupProblems(pixels.map((pixels, index) =>
      toRendering(
        { subject, size: "2x1", width: null, theme: "light", state: `${index}`, locale: null },
        { ...NOTHING, layout: [{ rule: "block.dropped", message: "Moon is not shown", element, pixels }] },
        null,
      )
    ));
  const [group, ...others] = show([3, 183, 20, undefined]);
  assert.deepEqual([others.length, group!.problem.pixels, group!.renderings.length], [0, 183, 4]);
  assert.equal(group!.renderings[0].state, "1");
  assert.deepEqual([group!.fewest?.pixels, group!.fewest?.rendering.state], [3, "0"]);
  assert.equal(show([20, 20])[0]!.fewest, null);
  assert.equal(show([undefined])[0]!.fewest, null);
});
