import assert from "node:assert/strict";
import { importedSpecifiers } from "./imported_specifiers.ts";
import { buildWidget, diagnose, MANIFEST, ProjectFolder, SOURCE } from "./project_folder.ts";

const CHART = `<LineChart label="Wind" data={[{ hour: "6", wind: 3 }]} index="hour" categories={["wind"]} />`;

const source = (imports: string, body: string) =>
  `${imports}\n${MANIFEST}\nexport default function Hello() { return ${body}; }\n`;

Deno.test("charts are part of the widget, and share the host's React and kit", async () => {
  const { module } = await buildWidget(source(`import { LineChart } from "@tck/kit/charts";`, CHART));
  assert.deepEqual(await importedSpecifiers(module), ["@tck/kit", "react", "react/jsx-runtime"]);
  const text = new TextDecoder().decode(module);
  assert.match(text, /\/\*! Parts of d3/);
  assert.doesNotMatch(text, /node_modules|web\/tck/);
});

Deno.test("a widget with charts has the same bytes in any folder", async () => {
  const text = source(`import { LineChart } from "@tck/kit/charts";`, CHART);
  await using below = await ProjectFolder.create({ [SOURCE]: text });
  await using other = await ProjectFolder.create({ [SOURCE]: text });
  await below.build();
  await other.build();
  assert.deepEqual(await below.read("dist/001_hello.tckb"), await other.read("dist/001_hello.tckb"));
});

Deno.test("charts that are imported and not used leave nothing in the module", async () => {
  const { module } = await buildWidget(
    source(`import { LineChart } from "@tck/kit/charts";`, "<p>hello</p>"),
  );
  assert.deepEqual(await importedSpecifiers(module), ["react/jsx-runtime"]);
});

Deno.test("an unknown chart, and a path below the charts, are rejected at the author's line", async () => {
  const unknown = await diagnose({
    [SOURCE]: source(`import { PieChart } from "@tck/kit/charts";`, "<PieChart />"),
  });
  assert.deepEqual(unknown.map(({ code, file, line }) => ({ code, file, line })), [
    { code: "import.unknown_name", file: SOURCE, line: 1 },
  ]);
  assert.match(unknown[0]!.message, /"PieChart"/);
  const below = await diagnose({ [SOURCE]: source(`import "@tck/kit/charts/plot";`, "<p />") });
  assert.deepEqual(below.map(({ code }) => code), ["import.forbidden"]);
});

Deno.test("a value that a chart cannot draw is a diagnostic of the line that has the chart, with row and field", async () => {
  const body = `(\n  ${CHART.replace("wind: 3", "wind: 0 / 0")}\n)`;
  const diagnostics = await diagnose({
    [SOURCE]: source(`import { LineChart } from "@tck/kit/charts";`, body),
  });
  assert.deepEqual(
    diagnostics.map(({ code, file, line, column }) => [code, file, line, column]),
    [["component.failed", SOURCE, 4, 3]],
  );
  assert.match(diagnostics[0]!.message, /Cannot draw NaN in row 1 of chart "Wind" as "wind"/);
});
