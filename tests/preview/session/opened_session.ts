import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import type { PreviewConfigError } from "../../../preview/server/model/mod.ts";
import { openPreviewSession, type PreviewSession } from "./preview_session.ts";
import type { Project } from "./project.ts";

/** Opens a session and collects its reports. It stops esbuild's process, which would otherwise live as long as this one. */
export async function openSession(
  project: Project,
  options: Parameters<typeof openPreviewSession>[0] = {},
): Promise<
  { session: PreviewSession; reports: string[] } & AsyncDisposable
> {
  const reports: string[] = [];
  const session = await openPreviewSession({
    projectDirectory: project.path,
    report: (message) => void reports.push(message),
    ...options,
  }).finally(() => esbuild.stop());
  return {
    session,
    reports,
    async [Symbol.asyncDispose]() {
      await session.close();
      await esbuild.stop();
    },
  };
}

/** Checks that a configuration is rejected, and how. */
export async function assertRejected(
  opening: Promise<unknown>,
  code: string,
  message: RegExp,
): Promise<void> {
  await assert.rejects(opening, (error: PreviewConfigError) => {
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });
}
