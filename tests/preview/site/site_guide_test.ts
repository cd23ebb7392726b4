// @reads docs/
// @reads web/scaffold/template/
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { command } from "../../../preview/server/cli/build_command.ts";
import { runProgram } from "../../packages/program.ts";
import { Project } from "../session/project.ts";

const GUIDE = (await readFile(new URL("../../../docs/preview.md", import.meta.url), "utf8"))
  .split("\n## A site for those who do not install anything\n")[1]!.split("\n## ")[0]!;

const SCAFFOLD = new URL("../../../web/scaffold/template/package.json", import.meta.url);

interface GithubWorkflow {
  on: string;
  permissions: { [scope: string]: string };
  jobs: { site: { if: string; env: { FOLDER: string }; steps: { uses?: string; run?: string }[] } };
}

interface GitlabPipeline {
  widgets: { script: string[]; artifacts: { paths: string[] }; environment: { url: string } };
}

/** The workflow for GitHub, and that for GitLab. */
const WORKFLOWS = Array.from(GUIDE.matchAll(/^```yaml\n([^]*?)^```$/gm), ([, text]) => text!);

async function readWorkflows(): Promise<{ github: GithubWorkflow; gitlab: GitlabPipeline }> {
  const [github, gitlab] = await Promise.all(
    WORKFLOWS.map((text) => runProgram("yaml_program.ts", [], text)),
  );
  return { github: JSON.parse(github!), gitlab: JSON.parse(gitlab!) };
}

Deno.test("the guide of the site has each flag of its command", () => {
  const rows = GUIDE.split("\n").filter((line) => line.startsWith("| `"));
  const flags = rows.flatMap((row) =>
    Array.from(row.split("|")[1]!.matchAll(/`([^`]+)`/g), ([, flag]) => flag!)
  );
  assert.deepEqual(flags.sort(), Object.keys(command.options).map((name) => `--${name}`).sort());
});

Deno.test("the workflows in the guide build the site with the scripts of a new project, and publish the folder that they build", async () => {
  assert.deepEqual(JSON.parse(await runProgram("workflow_lint_program.ts", [], WORKFLOWS[0])), []);
  const { github, gitlab } = await readWorkflows();
  const { scripts } = JSON.parse(await readFile(SCAFFOLD, "utf8"));
  const steps = github.jobs.site.steps.flatMap(({ run }) => run ?? []);
  for (const lines of [steps, gitlab.widgets.script]) {
    assert.ok(lines.includes("pnpm build") && scripts.build !== undefined);
    assert.ok(lines.indexOf("pnpm build") < lines.indexOf("pnpm exec tck-preview build --out site"));
  }
  assert.deepEqual(gitlab.widgets.artifacts.paths, ["site"]);
  assert.match(gitlab.widgets.environment.url, /\/artifacts\/site\/index\.html$/);
  assert.equal(github.on, "pull_request");
  assert.deepEqual(github.permissions, { contents: "write" });
  assert.match(github.jobs.site.if, /head\.repo\.full_name == github\.repository/);
});

Deno.test("the GitHub workflow in the guide puts the site into a folder of gh-pages, and replaces only that", async () => {
  const { github } = await readWorkflows();
  const script = github.jobs.site.steps.at(-1)!.run!;
  await using project = await Project.create({
    "first/site/index.html": "1",
    "first/site/app/a.js": "a",
    "first/other.txt": "stays",
  });
  const run = (folder: string, program: string, ...args: string[]) =>
    promisify(execFile)(program, args, {
      cwd: join(project.path, folder),
      env: { ...process.env, FOLDER: "pr-7", HOME: project.path, GIT_CONFIG_NOSYSTEM: "1" },
    });
  const author = ["-c", "user.name=a", "-c", "user.email=a@localhost"];
  await run("", "git", "init", "-q", "--bare", "hub");
  await run("first", "git", "init", "-q", "-b", "gh-pages");
  await run("first", "git", "add", "other.txt");
  await run("first", "git", ...author, "commit", "-q", "-m", "first");
  await run("first", "git", "remote", "add", "origin", join(project.path, "hub"));
  await run("first", "git", "push", "-q", "origin", "gh-pages");
  const publish = async (content: string) => {
    await project.write("first/site/index.html", content);
    await run("first", "bash", "-e", "-c", script);
    await run("first", "git", "worktree", "remove", "--force", "pages");
  };
  await publish("1");
  await project.remove("first/site/app");
  await publish("2");
  await publish("2");
  const { stdout } = await run("hub", "git", "ls-tree", "-r", "--name-only", "gh-pages");
  assert.equal(stdout, "other.txt\npr-7/index.html\n");
  assert.equal((await run("hub", "git", "show", "gh-pages:pr-7/index.html")).stdout, "2");
});
