import { buildProject, defaultIsolation, type Diagnostic } from "../../../web/bundler/mod.ts";
import type { OpenPreview } from "../start.ts";

/** What the build refuses in a project, by the build itself. Without live widgets there is nothing that it could build. */
export async function checkProject(preview: OpenPreview): Promise<readonly Diagnostic[]> {
  if (preview.liveWidgets().length === 0) return [];
  const options = { isolation: defaultIsolation(), checkOnly: true };
  return (await buildProject(preview.session.projectDirectory, options)).diagnostics;
}
