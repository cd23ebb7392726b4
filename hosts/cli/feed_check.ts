import { sha384Base64Url } from "../../core/bytes/mod.ts";
import type { Batch } from "../../core/feed/mod.ts";

interface ModuleCheck {
  id: string;
  /** The bundle hash in the batch. */
  hash: string;
  /** The HTTP status of `/api/widgets/v1/{hash}/widget.mjs`. */
  status: number;
  /** SHA-384 of the body in base64url. */
  sha384: string;
  /** Whether the status is 200 and the body has the bundle hash. */
  ok: boolean;
}

export interface FeedCheck {
  feedUrl: string;
  /** The HTTP status of the feed's page, after signing in. */
  status: number;
  batchId: string;
  widgets: ModuleCheck[];
  /** Whether the page and every module are valid. */
  ok: boolean;
}

/** Requests a feed as a browser does: signs in, and fetches the page and every module over the network. */
export async function checkFeed(origin: string, batchId: string): Promise<FeedCheck> {
  const feedUrl = `${origin}/feed/${batchId}`;
  const cookie = await signIn(origin);
  const page = await fetch(feedUrl, { headers: { cookie }, redirect: "manual" });
  await page.body?.cancel();
  const widgets = await Promise.all(
    (await fetchWidgets(origin, batchId, cookie)).map((widget) => checkModule(origin, widget, cookie)),
  );
  const ok = page.status === 200 && widgets.length > 0 && widgets.every((widget) => widget.ok);
  return { feedUrl, status: page.status, batchId, widgets, ok };
}

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/login`, { redirect: "manual" });
  await response.body?.cancel();
  return response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]).join("; ");
}

async function fetchWidgets(origin: string, batchId: string, cookie: string): Promise<Batch["widgets"]> {
  const response = await fetch(`${origin}/api/daily-pages/v2/batches/${batchId}`, { headers: { cookie } });
  if (!response.ok) {
    await response.body?.cancel();
    return [];
  }
  const batch: Batch = await response.json();
  return batch.widgets;
}

async function checkModule(
  origin: string,
  { id, bundle: { hash } }: Batch["widgets"][number],
  cookie: string,
): Promise<ModuleCheck> {
  const response = await fetch(`${origin}/api/widgets/v1/${hash}/widget.mjs`, { headers: { cookie } });
  const sha384 = await sha384Base64Url(new Uint8Array(await response.arrayBuffer()));
  const { status } = response;
  return { id, hash, status, sha384, ok: status === 200 && sha384 === hash };
}
