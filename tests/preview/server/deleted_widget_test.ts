import assert from "node:assert/strict";
import { BackgroundChecks } from "../../../preview/server/model/widgets/background_checks.ts";
import type { ProjectWidgets } from "../../../preview/server/model/widgets/project_widgets.ts";
import type { ServerActivity } from "../../../preview/server/model/widgets/server_activity.ts";
import { Project } from "../session/project.ts";

Deno.test("a widget that is deleted before its check has no diagnostics, and the others are checked", async () => {
  const source = (name: string) => `widgets/${name}/widget.tck.tsx`;
  const text = `export const manifest = { id: "hello", cardType: "feed", sizes: ["2x2"] };
export default function Hello() { return <p>Hello</p>; }
`;
  await using project = await Project.create({
    [source("001_gone")]: text,
    [source("002_stays")]: text,
    "node_modules/.keep": "",
  });
  const checked: [name: string, codes: string[], isOutdated: boolean][] = [];
  const widgets = {
    setCheck: (name: string, { diagnostics }: { diagnostics: { code: string }[] }, isOutdated: boolean) =>
      checked.push([name, diagnostics.map(({ code }) => code), isOutdated]),
  } as unknown as ProjectWidgets;
  const activity = {
    record: () => {},
    idle: () => project.remove("widgets/001_gone"),
  } as unknown as ServerActivity;
  const reports: string[] = [];
  const checks = new BackgroundChecks({
    project: project.path,
    widgets,
    activity,
    report: (message) => void reports.push(message),
  });
  checks.request(["001_gone", "002_stays"]);
  await checks.settled();
  assert.deepEqual(checked, [["002_stays", [], false]]);
  await project.write(source("001_gone"), text);
  activity.idle = () => Promise.resolve();
  checks.request(["001_gone"]);
  await checks.settled();
  await checks.close();
  assert.deepEqual(checked.slice(1), [["001_gone", [], false]], "it is checked when it is back");
  assert.deepEqual(reports, []);
});
