import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { PreviewBundler, RatedCheck, RatedDiagnostic } from "../../../preview/server/model/bundler.ts";
import { BackgroundChecks } from "../../../preview/server/model/widgets/background_checks.ts";
import { BackgroundTypes } from "../../../preview/server/model/widgets/background_types.ts";
import type { ProjectWidgets } from "../../../preview/server/model/widgets/project_widgets.ts";
import type { ServerActivity } from "../../../preview/server/model/widgets/server_activity.ts";
import { WidgetBuilds } from "../../../preview/server/model/widgets/widget_builds.ts";
import { Project } from "./project.ts";

const VALID: RatedCheck = { diagnostics: [], manifest: null, bundle: null };
const fault = (code: string, file: string | null = "a.tsx") =>
  ({ code, file, severity: "error", message: code }) as RatedDiagnostic;

async function untilThere<Item>(items: readonly Item[], count: number): Promise<Item> {
  while (items.length < count) await setImmediate();
  return items[count - 1]!;
}

/** Checks of a project with two widgets, which the test ends. */
async function withChecks(
  run: (opened: {
    checks: BackgroundChecks;
    project: Project;
    begun: [name: string, PromiseWithResolvers<RatedCheck>][];
    /** What pages receive: the widget, and whether it was edited meanwhile. */
    told: string[];
    reports: string[];
    bundlers: { opened: number; closed: number };
  }) => Promise<void>,
): Promise<void> {
  await using project = await Project.create({
    "widgets/001_a/widget.tck.tsx": "",
    "widgets/002_b/widget.tck.tsx": "",
  });
  const begun: [string, PromiseWithResolvers<RatedCheck>][] = [];
  const [told, reports]: [string[], string[]] = [[], []];
  const bundlers = { opened: 0, closed: 0 };
  const open = () => {
    bundlers.opened++;
    return {
      checkWidget(_: string, name: string) {
        begun.push([name, Promise.withResolvers()]);
        return begun.at(-1)![1].promise;
      },
      close: () => Promise.resolve(void bundlers.closed++),
    } as unknown as PreviewBundler;
  };
  const widgets = {
    setCheck: (name: string, _: RatedCheck, isOutdated: boolean) =>
      told.push(isOutdated ? `${name} outdated` : name),
  } as unknown as ProjectWidgets;
  const activity = { record() {}, idle: () => Promise.resolve() } as unknown as ServerActivity;
  const report = (message: string) => void reports.push(message);
  const checks = new BackgroundChecks({ project: project.path, widgets, activity, report }, open);
  await run({ checks, project, begun, told, reports, bundlers });
}

Deno.test("a widget that is edited while it is checked is checked once more, and its check is outdated until then", () =>
  withChecks(async ({ checks, begun, told, bundlers }) => {
    checks.request(["001_a", "002_b"]);
    await untilThere(begun, 1);
    checks.request(["001_a"]);
    checks.request(["001_a"]);
    for (let count = 1; count <= 3; count++) (await untilThere(begun, count))[1].resolve(VALID);
    await checks.settled();
    assert.deepEqual(begun.map(([name]) => name), ["001_a", "002_b", "001_a"]);
    assert.deepEqual(told, ["001_a outdated", "002_b", "001_a"]);
    checks.request(["002_b"]);
    (await untilThere(begun, 4))[1].resolve(VALID);
    await checks.settled();
    assert.deepEqual([told.at(-1), bundlers.opened, bundlers.closed], ["002_b", 2, 2]);
  }));

Deno.test("a check that fails is reported and the others are made, and a widget that was deleted is not at fault", () =>
  withChecks(async ({ checks, project, begun, told, reports }) => {
    checks.request(["001_a", "002_b"]);
    (await untilThere(begun, 1))[1].reject(new Error("no memory"));
    const [, second] = await untilThere(begun, 2);
    await project.remove("widgets/002_b");
    second.resolve({ ...VALID, diagnostics: [fault("widget.missing")] });
    await checks.settled();
    checks.request(["002_b"]);
    (await untilThere(begun, 3))[1].reject(new Error("no such file"));
    await checks.settled();
    checks.request(["001_a"]);
    (await untilThere(begun, 4))[1].resolve(VALID);
    await checks.settled();
    assert.deepEqual([reports, told], [["Cannot check the widgets: no memory"], ["001_a"]]);
  }));

Deno.test("the end waits for the check that is made, and begins no other", () =>
  withChecks(async ({ checks, begun, bundlers }) => {
    checks.request(["001_a", "002_b"]);
    const [, first] = await untilThere(begun, 1);
    let hasEnded = false;
    const ending = checks.close().then(() => hasEnded = true);
    await setImmediate();
    assert.equal(hasEnded, false);
    first.resolve(VALID);
    await ending;
    checks.request(["001_a"]);
    await setImmediate();
    assert.deepEqual([begun.length, bundlers], [1, { opened: 1, closed: 1 }]);
  }));

/** Checks of types, which the test ends. */
function openTypes() {
  const begun: PromiseWithResolvers<RatedDiagnostic[]>[] = [];
  const [told, reports]: [string[], string[]] = [[], []];
  const obstacles: (RatedDiagnostic | Error)[] = [];
  const widgets = {
    setTypes: (errors: RatedDiagnostic[], obstacle: RatedDiagnostic | null) =>
      told.push([...errors.map(({ code }) => code), obstacle?.message].join()),
  } as unknown as ProjectWidgets;
  const typescript = {
    findTypesObstacle() {
      const next = obstacles.shift() ?? null;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
    checkTypes() {
      begun.push(Promise.withResolvers());
      return begun.at(-1)!.promise;
    },
  };
  const report = (message: string) => void reports.push(message);
  const idle = () => Promise.resolve();
  const types = new BackgroundTypes({ project: "/project", widgets, idle, report }, typescript);
  const settled = async () => {
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  };
  return { types, begun, told, reports, obstacles, settled };
}

Deno.test("type errors of sources that were edited meanwhile are not told, and the types are checked once more", async () => {
  const { types, begun, told, settled } = openTypes();
  types.request();
  const first = await untilThere(begun, 1);
  types.request();
  types.request();
  first.resolve([fault("types.former")]);
  (await untilThere(begun, 2)).resolve([fault("types.error")]);
  await settled();
  assert.deepEqual([told, begun.length], [["types.error,"], 2]);
  types.request();
  (await untilThere(begun, 3)).resolve([]);
  await settled();
  assert.deepEqual(told, ["types.error,", ""]);
  await types.close();
});

Deno.test("TypeScript is given up after three failures in a row, and a file that does not parse does not count", async () => {
  const { types, begun, told, reports, obstacles, settled } = openTypes();
  const check = async (...found: RatedDiagnostic[]) => {
    types.request();
    await settled();
    begun.at(-1)?.resolve(found);
    await settled();
    return begun.length;
  };
  const failure = fault("types.not_checked", null);
  await check(failure);
  await check(failure);
  await check(fault("types.not_checked"));
  obstacles.push(new Error("no such folder"));
  assert.equal(await check(), 3);
  await check();
  await check(failure);
  await check(failure);
  assert.equal(await check(failure), 7);
  assert.equal(await check(), 7, "it is given up");
  assert.equal(reports.filter((message) => message.includes("the next edit is checked again")).length, 4);
  assert.equal(reports.at(-1), "types.not_checked; no further check is made");
  assert.ok(reports.includes("Cannot check the types: no such folder"));
  assert.equal(told.length, 7);
});

Deno.test("types that are checked at the end are reported to nobody", async () => {
  const { types, begun, told, settled } = openTypes();
  types.request();
  const check = await untilThere(begun, 1);
  const ending = types.close();
  check.resolve([fault("types.error")]);
  await ending;
  types.request();
  await settled();
  assert.deepEqual([told, begun.length], [[], 1]);
});

Deno.test("widgets are built by one bundler, which ends with the preview, and one of an invalid name by none", async () => {
  await using project = await Project.create({
    "widgets/001_a/widget.tck.tsx": "",
    "widgets/odd name/widget.tck.tsx": "",
  });
  const calls: string[] = [];
  const builds = new WidgetBuilds(project.path, () => {
    calls.push("open");
    return {
      checkWidget: (_: string, name: string) => Promise.resolve((calls.push(name), VALID)),
      close: () => Promise.resolve(void calls.push("close")),
    } as unknown as PreviewBundler;
  });
  const { diagnostics } = await builds.build("odd name");
  assert.deepEqual(diagnostics.map(({ code, severity }) => [code, severity]), [[
    "widget.folder_name",
    "error",
  ]]);
  assert.deepEqual(calls, []);
  await builds.build("001_a");
  await builds.build("001_a");
  await builds.close();
  assert.deepEqual(calls, ["open", "001_a", "001_a", "close"]);
});
