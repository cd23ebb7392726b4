// budget: 15 s: the command starts a preview
import assert from "node:assert/strict";
import { Project } from "../session/project.ts";
import { runSnapshotHere } from "./command_here.ts";
import { parseManifest } from "../../../core/manifest/mod.ts";
import {
  findSubjects,
  listSizes,
  MAX_SHOTS,
  planShots,
  type Selection,
  SnapshotError,
  type Subject,
} from "../../../preview/server/snapshot/mod.ts";
import type { BundleInfo, LiveWidget } from "../../../preview/protocol.ts";
import { namePicture } from "../../../preview/server/snapshot/baseline/picture_names.ts";

const ALL: Selection = { widgets: [], sizes: [], themes: [], states: [], locales: [] };

function subject(name: string, manifest: object | null): Subject {
  const whole = { id: "one", cardType: "feed", sizes: ["2x2"], ...manifest };
  return { name, kind: "live", id: name, fileName: name, manifest: manifest && parseManifest(whole) };
}

function plan(subjects: readonly Subject[], selection: Partial<Selection> = {}): string[] {
  return planShots(subjects, { ...ALL, ...selection }).map(namePicture);
}

const RICH = subject("001_rich", {
  sizes: ["2x2", "4x1"],
  states: { cold: {}, hot: {} },
  languages: ["en", "de"],
});
const PLAIN = subject("002_plain", {});

Deno.test("a widget is taken at every size, state and language of its manifest, in both themes", () => {
  const all = plan([RICH, PLAIN]);
  assert.equal(all.length, 2 * 3 * 2 * 2 + 2);
  assert.equal(new Set(all).size, all.length);
  assert.ok(all.includes("001_rich.4x1.dark.hot.de.png"));
  assert.deepEqual(all.slice(-2), ["002_plain.2x2.light.default.png", "002_plain.2x2.dark.default.png"]);
});

Deno.test("a card without fixed columns is taken at three widths, or at a selected one", () => {
  const wide = subject("004_wide", { sizes: ["fill-auto", "2x2"] });
  const light = (sizes: string[]) => plan([wide], { sizes, themes: ["light"] });
  const widths = [320, 480, 640].map((width) => `004_wide.fill-auto-${width}.light.default.png`);
  assert.deepEqual(light([]), [...widths, "004_wide.2x2.light.default.png"]);
  assert.deepEqual(light(["fill-auto"]), widths);
  assert.deepEqual(light(["fill-auto-480", "2x2"]), [widths[1], "004_wide.2x2.light.default.png"]);
});

Deno.test("a selection is taken of the widgets that have the selected values", () => {
  assert.deepEqual(
    plan([RICH, PLAIN], { themes: ["dark"], states: ["cold", "default"], sizes: ["2x2"], locales: ["de"] }),
    ["001_rich.2x2.dark.default.de.png", "001_rich.2x2.dark.cold.de.png"],
  );
  assert.deepEqual(
    plan([RICH, PLAIN], { themes: ["dark"], states: ["hot"], sizes: ["4x1"], locales: ["en"] }),
    [
      "001_rich.4x1.dark.hot.en.png",
    ],
  );
});

Deno.test("a widget whose manifest is unknown is taken once in each theme", () => {
  const unknown = subject("003_broken", null);
  assert.deepEqual(plan([unknown], { sizes: ["4x4"] }), [
    "003_broken.light.default.png",
    "003_broken.dark.default.png",
  ]);
});

Deno.test("the sizes of pictures are named once, and the widths of fill-auto together", () => {
  const fill = (...widths: number[]) => widths.map((width) => ({ size: "fill-auto", width } as const));
  const other = { size: "2x1", width: null } as const;
  assert.deepEqual(listSizes([...fill(320, 480, 640, 320), other, other]), ["fill-auto", "2x1"]);
  assert.deepEqual(listSizes([other, ...fill(480, 640)]), ["2x1", "fill-auto-480/640"]);
  assert.deepEqual(listSizes(fill(320)), ["fill-auto-320"]);
});

Deno.test("a selection without widgets is rejected with the known values", () => {
  const assertRejected = (subjects: readonly Subject[], selection: Partial<Selection>, message: string) =>
    assert.throws(
      () => plan(subjects, selection),
      (error) =>
        error instanceof SnapshotError && error.code === "selection.empty" && error.message === message,
    );
  assertRejected([RICH], { sizes: ["1x1"] }, 'Cannot use size "1x1": the widgets declare "2x2", "4x1"');
  const filling = subject("006_filling", { sizes: ["fill-auto", "2x1"] });
  assertRejected(
    [filling],
    { sizes: ["4x1"] },
    'Cannot use size "4x1": the widgets declare "fill-auto", "2x1"',
  );
  assertRejected(
    [RICH],
    { sizes: ["fill-auto-320"] },
    'Cannot use size "fill-auto-320": the widgets declare "2x2", "4x1"',
  );
  const choices = "1x1, 2x1, 2x2, 4x1, 4x2, 4x4, fill-auto, fill-auto-320, fill-auto-480, fill-auto-640";
  assertRejected(
    [subject("005_unknown", null)],
    { sizes: ["7x7"] },
    `Cannot use size "7x7": the sizes are ${choices}`,
  );
  assertRejected(
    [RICH],
    { states: ["warm"] },
    'Cannot use state "warm": the widgets declare "default", "cold", "hot"',
  );
  assertRejected([PLAIN], { locales: ["de"] }, 'Cannot use locale "de": the widgets declare none');
  assertRejected(
    [RICH],
    { widgets: ["009_none"] },
    'Cannot find widget "009_none": the preview has no widget of this name; it has "001_rich"',
  );
  for (const widget of ["rich", "001_ric"]) {
    assertRejected(
      [RICH],
      { widgets: [widget] },
      `Cannot find widget "${widget}": the preview has no widget of this name; did you mean "001_rich"?`,
    );
  }
  assertRejected(
    [],
    {},
    "Cannot take pictures: the project has neither widgets/*/widget.tck.tsx nor bundles",
  );
  const other = subject("004_other", { sizes: ["1x1"] });
  assertRejected(
    [RICH, other],
    { sizes: ["1x1"], states: ["hot"] },
    "Cannot take pictures: no widget matches the whole selection",
  );
});

Deno.test("more pictures than the limit are rejected, with how to select fewer", () => {
  const names = Array.from({ length: 50 }, (_, index) => `state ${index}`);
  const states = Object.fromEntries(names.map((name) => [name, {}]));
  const large = subject("005_large", {
    sizes: ["1x1", "2x1", "2x2", "4x1", "4x2"],
    states,
    languages: ["en", "de"],
  });
  assert.throws(() => plan([large]), {
    code: "selection.too_large",
    message:
      `Cannot take 1020 pictures: the limit is ${MAX_SHOTS}; select fewer by --widget, --size, --theme, ` +
      "--state or --locale",
  });
  assert.equal(plan([large], { themes: ["light"] }).length, 510);
});

Deno.test("names of pictures are valid file names, unique, and the same in every selection", async () => {
  const states = { "../a b": {}, "../a/b": {}, "COLD": {}, "cold": {}, "default": {} };
  const own = subject("006_own", { states });
  const names = [
    "006_own.2x2.light.default.png",
    "006_own.2x2.light.-a-b.png",
    "006_own.2x2.light.-a-b-2.png",
    "006_own.2x2.light.COLD.png",
    "006_own.2x2.light.cold-2.png",
    "006_own.2x2.light.default-2.png",
  ];
  assert.deepEqual(plan([own], { themes: ["light"] }), names);
  assert.deepEqual(plan([own], { themes: ["light"], states: ["../a/b", "cold"] }), [names[2], names[4]]);

  const { manifest } = PLAIN;
  const bundles = ["first", "second"].map((id): BundleInfo => (
    { id, label: "ö/x", manifest: manifest!, bundleHash: id, source: "dist", loadedAt: 0 }
  ));
  const fileNames = async (names: string[]) =>
    (await findSubjects([], bundles, names, () => Promise.resolve(new Map()))).map(({ fileName }) =>
      fileName
    );
  assert.deepEqual(await fileNames([]), ["-x", "-x-2"]);
  assert.deepEqual(await fileNames(["second"]), ["-x-2"]);
});

Deno.test("a bundle in dist whose widget was removed is taken only where it is selected, or no widget has a source", async () => {
  const { manifest } = PLAIN;
  const bundle = (label: string, source: string): BundleInfo => (
    { id: label, label, manifest: manifest!, bundleHash: label, source, loadedAt: 0 }
  );
  const bundles = [bundle("001_gone", "dist"), bundle("002_here", "dist"), bundle("003_other", "shared")];
  const here: LiveWidget = {
    name: "002_here",
    file: "widgets/002_here/widget.tck.tsx",
    moduleUrl: "/m",
    stylesUrl: "/s",
    diagnostics: null,
    isOutdated: false,
    typesObstacle: null,
    summary: null,
  };
  const namesOf = async (live: readonly LiveWidget[], names: string[]) =>
    (await findSubjects(
      live,
      bundles,
      names,
      (widgets) => Promise.resolve(new Map(widgets.map(({ name }) => [name, manifest]))),
    )).map(({ name, kind }) => `${kind} ${name}`);
  assert.deepEqual(await namesOf([here], []), ["live 002_here", "bundle 003_other"]);
  assert.deepEqual(await namesOf([here], ["001_gone"]), ["bundle 001_gone"]);
  assert.deepEqual(await namesOf([], []), ["bundle 001_gone", "bundle 002_here", "bundle 003_other"]);
});

Deno.test("the command names the widgets of a project that does not have the selected one", async () => {
  const source = 'export const manifest = { id: "a", cardType: "feed", sizes: ["fill-auto"] };';
  await using project = await Project.create({
    "widgets/001_weather/widget.tck.tsx": source,
    "widgets/002_agenda/widget.tck.tsx": source,
  });
  const messageOf = async (widget: string) =>
    (await runSnapshotHere(["--cwd", project.path, "--widget", widget])).stderr.split("\n")[0];
  const start = (widget: string) =>
    `error: snapshot: Cannot find widget "${widget}": the preview has no widget of this name; `;
  assert.equal(await messageOf("nope"), `${start("nope")}it has "001_weather", "002_agenda"`);
  assert.equal(await messageOf("weather"), `${start("weather")}did you mean "001_weather"?`);
});
