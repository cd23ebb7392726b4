import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMetrics } from "../../../hosts/operations/mod.ts";
import { findProgram, nameTestsOf } from "../../servers/programs.ts";

const FOLDER = new URL("../../../hosts/operations/monitoring/", import.meta.url);
const RULES = fileURLToPath(new URL("alerts.yaml", FOLDER));
const named = await nameTestsOf(["promtool"], "prometheus");

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

async function runPromtool(...args: string[]): Promise<string> {
  const program = (await findProgram("promtool"))!;
  const { code, stdout, stderr } = await new Deno.Command(program, { args }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.equal(code, 0, text);
  return text;
}

async function withFile(text: string, run: (path: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tck-rules-"));
  try {
    const path = join(folder, "file.yaml");
    await writeFile(path, text);
    await run(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The queries of the dashboard, as Grafana sends them. */
async function readQueries(): Promise<string[]> {
  const { panels }: Dashboard = JSON.parse(await readFile(new URL("grafana_dashboard.json", FOLDER), "utf8"));
  assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length);
  return panels.flatMap(({ targets }) => targets).map(({ expr }) =>
    expr.replaceAll("$job", "tck.*").replaceAll("$__rate_interval", "1m")
  );
}

Deno.test({
  ...named("Prometheus has an alert for each fault, and none for a calm service"),
  fn: async () => {
    const cases = await readFile(new URL("./alerts_cases.yaml", import.meta.url), "utf8");
    await withFile(cases.replace("[RULES]", `["${RULES}"]`), (path) => runPromtool("test", "rules", path));
    const rules = await readFile(RULES, "utf8");
    const names = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name]) => name!);
    assert.equal(names.length, 12);
    for (const name of names) {
      assert.equal(cases.split(`alertname: ${name} `).length, 2, `${name} is not tested on a calm service`);
      assert.equal(cases.split(`alertname: ${name}\n`).length, 2, `${name} is not tested with its fault`);
    }
  },
});

Deno.test({
  ...named("Prometheus accepts the rules and every query of the dashboard"),
  fn: async () => {
    assert.match(await runPromtool("check", "rules", RULES), /SUCCESS: 12 rules found/);
    const rules = (await readQueries()).map((expr, index) => ({ record: `query:${index}`, expr }));
    const file = JSON.stringify({ groups: [{ name: "dashboard", rules }] });
    await withFile(file, (path) => runPromtool("check", "rules", path));
  },
});

Deno.test("alerts and dashboard name only metrics that a process has, and the dashboard has all of them", async () => {
  const readiness = () => Promise.resolve({ checks: {}, down: [], isReady: true });
  const { registry } = createMetrics({ readiness, countJobs: () => Promise.resolve([]) });
  const metrics = registry.getMetricsAsArray().map(({ name }) => name);
  const named = (text: string) =>
    new Set(
      [...text.matchAll(/\b(?:tck|process)_[a-z_]+/g)].map(([name]) =>
        name.replace(/_(?:bucket|count)$/, "")
      ),
    );
  const expressions = [...(await readFile(RULES, "utf8")).matchAll(/expr:((?:.|\n {10})*)/g)].join("\n");
  for (const name of named(expressions)) assert.ok(metrics.includes(name), `alerts name ${name}`);
  const shown = named((await readQueries()).join("\n"));
  for (const name of shown) assert.ok(metrics.includes(name), `the dashboard names ${name}`);
  const left = metrics.filter((name) => !shown.has(name));
  assert.deepEqual(left, ["process_start_time_seconds"]);
});
