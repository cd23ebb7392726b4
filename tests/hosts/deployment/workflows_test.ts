// @reads .github/
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command as packCommand } from "../../../hosts/cli/commands/pack.ts";
import { runProgram } from "../../packages/mod.ts";

const GITHUB = fileURLToPath(new URL("../../../.github", import.meta.url));

/** The part of a workflow that is checked. */
interface Workflow {
  permissions: Permissions;
  jobs: { [name: string]: Job };
}

type Permissions = { [scope: string]: "read" | "write" };

interface Job {
  uses?: string;
  needs?: string | string[];
  environment?: string;
  permissions?: Permissions;
  container?: { image: string };
  "timeout-minutes"?: number;
  steps?: { uses?: string; run?: string; with?: { [name: string]: unknown } }[];
}

async function parseYaml(source: string): Promise<unknown> {
  return JSON.parse(await runProgram("yaml_program.ts", [], source));
}

const folder = join(GITHUB, "workflows");
const names = (await readdir(folder)).sort();
const sources = new Map(
  await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
);
const workflows = new Map(
  await Promise.all(
    names.map(async (name) => [name, await parseYaml(sources.get(name)!) as Workflow] as const),
  ),
);
const jobs = [...workflows.values()].flatMap(({ jobs }) =>
  Object.entries(jobs).map(([name, job]) => ({ name, job }))
);

Deno.test("the workflows have no fault that a linter of workflows finds, and it finds one", async () => {
  assert.deepEqual(names, ["ci.yml", "release.yml"]);
  const lint = async (source: string) =>
    JSON.parse(await runProgram("workflow_lint_program.ts", [], source)) as string[];
  for (const source of sources.values()) assert.deepEqual(await lint(source), []);
  const [problem = ""] = await lint(sources.get("release.yml")!.replace("needs: pack", "needs: packs"));
  assert.match(problem, /packs/);
});

Deno.test("actions are named by their commit, images by their digest", () => {
  const actions = jobs.flatMap(({ job }) => [job.uses, ...(job.steps ?? []).map(({ uses }) => uses)])
    .filter((uses) => uses !== undefined && !uses.startsWith("./"));
  assert.ok(actions.length > 5);
  for (const uses of actions) assert.match(uses!, /^actions\/[a-z-]+@[0-9a-f]{40}$/);
  for (const source of sources.values()) {
    for (const [, version] of source.matchAll(/uses: actions\/[^@]+@[0-9a-f]{40}(.*)/g)) {
      assert.match(version!, /^ # v\d+\.\d+\.\d+$/);
    }
  }
  for (const { job } of jobs) assert.match(job.container?.image ?? "@sha256:", /@sha256:/);
});

Deno.test("a workflow may read the sources, and a job only what it needs beside", () => {
  for (const { permissions } of workflows.values()) assert.deepEqual(permissions, { contents: "read" });
  const more = jobs.filter(({ job }) => job.permissions !== undefined);
  assert.deepEqual(Object.fromEntries(more.map(({ name, job }) => [name, job.permissions])), {
    npm: { "id-token": "write" },
    jsr: { contents: "read", "id-token": "write" },
    image: { contents: "read", packages: "write" },
    notes: { contents: "write" },
  });
  for (const { name, job } of jobs) {
    if (job.uses === undefined) assert.ok(job["timeout-minutes"]! <= 90, name);
    for (const { uses, with: inputs } of job.steps ?? []) {
      if (uses?.startsWith("actions/checkout@")) assert.equal(inputs?.["persist-credentials"], false, name);
    }
  }
  for (const source of sources.values()) assert.doesNotMatch(source, /secrets\./);
});

Deno.test("what is published has passed .ci/run, and was packed by a command that exists", () => {
  const { jobs: release } = workflows.get("release.yml")!;
  const { jobs: ci } = workflows.get("ci.yml")!;
  assert.equal(ci["all"]!.steps!.at(-1)!.run, ".ci/run");
  assert.equal(release["ci"]!.uses, "./.github/workflows/ci.yml");
  assert.equal(release["pack"]!.needs, "ci");
  for (const name of ["npm", "jsr", "image"]) {
    assert.deepEqual([release[name]!.needs, release[name]!.environment], ["pack", "release"]);
  }
  const pack = release["pack"]!.steps!.find(({ run }) => run?.includes("task pack"))!.run!;
  const options = [...pack.matchAll(/ --(\w+) /g)].map(([, option]) => option!).filter((name) =>
    name !== "yes"
  );
  assert.deepEqual(options, ["out", "repository"]);
  for (const option of options) assert.ok(Object.hasOwn(packCommand.options, option), option);
});

Deno.test("the notes of a release are its part of the changes", async () => {
  const { jobs: release } = workflows.get("release.yml")!;
  const script = release["notes"]!.steps!.find(({ run }) => run?.startsWith("awk"))!.run!.split("\n")[0]!;
  const root = join(GITHUB, "..");
  const changes = await readFile(join(root, "CHANGELOG.md"), "utf8");
  const program = new Deno.Command("bash", {
    args: ["-c", script.replace(" > notes.md", "")],
    cwd: root,
    env: { GITHUB_REF_NAME: "v0.2.0" },
  });
  const { code, stdout } = await program.output();
  assert.equal(code, 0);
  const [, expected] = changes.split(/^## 0\.2\.0.*\n/m);
  assert.equal(new TextDecoder().decode(stdout), expected!.split(/^## /m)[0]);
});

Deno.test("issues are asked for by forms", async () => {
  const forms = join(GITHUB, "ISSUE_TEMPLATE");
  for (const name of ["fault.yml", "idea.yml"]) {
    const form = await parseYaml(await readFile(join(forms, name), "utf8")) as {
      name: string;
      body: { id?: string; attributes: { label?: string } }[];
    };
    const asked = form.body.filter(({ id }) => id !== undefined);
    assert.ok(form.name !== "" && asked.length > 0, name);
    for (const { attributes } of asked) assert.ok(attributes.label, name);
  }
});

Deno.test("new versions of packages wait for seven days", async () => {
  const { minimumReleaseAge, enabledManagers } = JSON.parse(
    await readFile(join(GITHUB, "renovate.json"), "utf8"),
  );
  assert.equal(minimumReleaseAge, "7 days");
  assert.deepEqual(enabledManagers, ["deno", "github-actions", "dockerfile", "docker-compose"]);
});
