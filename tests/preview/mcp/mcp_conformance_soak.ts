import assert from "node:assert/strict";
import { checkMcpServer } from "../../packages/mod.ts";
import { previewCommandLine } from "../server/preview_process.ts";
import { Project } from "../session/project.ts";
import { CLEAN_WIDGET } from "../snapshot/widget_sources.ts";
import { SOURCE } from "./mcp_cases.ts";
import { serveStdioProgram } from "./stdio_bridge.ts";

/** Without the headers of HTTP, a request that names no version is one of a session that has not begun. */
const NAMES_NO_VERSION = /-invalid-missing-meta|-invalid-missing-protocol-version/;

/** Checks of what only HTTP has, of what the server does not declare, and of tools of the suite's own example server. */
const ELSEWHERE = /-http-|HTTP 400|\btest_\w+|(?:resources|prompts)\/\w+.* -32601/;

Deno.test("tck-preview mcp passes the official conformance suite in what it declares, of both revisions", async () => {
  await using project = await Project.create({ [SOURCE]: CLEAN_WIDGET, "node_modules/.keep": "" });
  const [command, ...args] = previewCommandLine(null);
  const start = [command!, ...args, "mcp", "--cwd", project.path] as const;
  await using sessions = await serveStdioProgram(start, 6);
  const former = await checkMcpServer(sessions.url, "2025-11-25", [
    "server-initialize",
    "ping",
    "tools-list",
  ]);
  assert.deepEqual(former, { passed: ["ping", "server-initialize", "tools-list"], faults: [] });
  await using process = await serveStdioProgram(start, 0);
  const current = await checkMcpServer(process.url, "2026-07-28", [
    "server-stateless",
    "tools-list",
    "caching",
  ]);
  assert.deepEqual(
    current.faults.filter(({ text }) => !ELSEWHERE.test(text) && !NAMES_NO_VERSION.test(text)),
    [],
  );
  assert.deepEqual(current.passed, ["tools-list"]);
});
