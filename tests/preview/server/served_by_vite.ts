import { startPreview } from "../../../preview/server/mod.ts";
import type { PreviewSessionOptions } from "../session/preview_session.ts";
import type { ServedPreview, ServePreview } from "../session/served_preview.ts";

/** Serves a project by the whole preview, dev server included. */
export const serveByVite: ServePreview = async (
  options: PreviewSessionOptions,
  guarding: Parameters<ServePreview>[1] = {},
): Promise<ServedPreview> => {
  const preview = await startPreview({
    cwd: options.projectDirectory,
    host: "127.0.0.1",
    port: 0,
    token: guarding.token ?? null,
    allowedOrigins: guarding.allowedOrigins,
    limits: options.limits,
  });
  const { origin, port } = new URL(preview.url);
  return { baseUrl: origin, port: Number(port), [Symbol.asyncDispose]: () => preview.close() };
};
