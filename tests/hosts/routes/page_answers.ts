import assert from "node:assert/strict";
import { sha384Base64Url, toIntegrity } from "../../../core/bytes/mod.ts";
import { type Batch, formatDayQuery } from "../../../core/feed/mod.ts";
import type { Upstream } from "../../../hosts/routes/mod.ts";
import { createWeb } from "./stack.ts";
import { upstreamAnswering } from "./sockets.ts";

/** The bundles of the batch. */
export const HASHES = ["A".repeat(64), "-_".repeat(32)] as const;

/** A batch of three widgets, of which two have the same bundle. */
export const BATCH: Batch = {
  batchId: "20260301-morning-brief",
  localDate: "2026-03-01",
  kind: "morning_brief",
  committedAt: "2026-03-01T06:00:00.000Z",
  widgets: [HASHES[0], HASHES[1], HASHES[0]].map((hash, index) => ({
    id: `w_${"abc"[index]!.repeat(26)}`,
    manifest: { id: "weather", title: "</script><img src=x onerror=alert(1)>" },
    bundle: { hash, size: 10 },
  })),
};

/** The page of the list with the batches of that day. */
export const DAY = `/v2/daily-pages?${formatDayQuery(BATCH.localDate)}`;

/** A cloud with responses by path. */
export function cloudOf(answers: { readonly [path: string]: unknown }): Upstream {
  return upstreamAnswering((request) => {
    const { pathname, search } = new URL(request.url);
    const answer = answers[pathname + search];
    if (answer !== undefined) return Response.json(answer);
    if (search.startsWith("?limit=1&")) return Response.json({ batches: [] });
    const problem = { code: "daily_page.not_found", detail: `no ${pathname}` };
    return new Response(JSON.stringify(problem), {
      status: 404,
      headers: { "Content-Type": "application/problem+json" },
    });
  });
}

/** A cloud with that batch. */
export const CLOUD = cloudOf({
  [DAY]: { batches: [BATCH] },
  "/v2/daily-pages?limit=5": { batches: [BATCH] },
});

/** Asks a web app for a page, with a bearer. */
export async function get(
  path: string,
  headers: Record<string, string> = {},
  cloud = CLOUD,
): Promise<Response> {
  const web = createWeb(cloud);
  return await web.fetch(
    new Request(`http://localhost${path}`, { headers: { Authorization: "Bearer a.b.c", ...headers } }),
  );
}

/** The page of the batch. */
export const FEED = "/feed/20260301-morning-brief";

/** The page for other sites. */
export const EMBED = "/embed/daily-page/v2";

/** The elements with a name in a page, with their attributes and contents. */
export function elements(page: string, name: string): { at: number; attributes: string; content: string }[] {
  const pattern = new RegExp(`<${name}\\b([^>]*)>(?:([^]*?)</${name}>)?`, "g");
  return [...page.matchAll(pattern)].map((match) => ({
    at: match.index,
    attributes: match[1]!,
    content: match[2] ?? "",
  }));
}

/** Asserts that a page's policy has the hashes of its inline scripts and no others. */
export async function assertAllowedByHash(policy: string, page: string): Promise<void> {
  const inline = elements(page, "script").filter(({ attributes }) => !attributes.includes("src="));
  assert.ok(inline.length > 0);
  const expected = await Promise.all(
    inline.map(async ({ content }) =>
      `'${toIntegrity(await sha384Base64Url(new TextEncoder().encode(content)))}'`
    ),
  );
  const sources = /script-src ([^;]*)/.exec(policy)![1]!.split(" ");
  assert.deepEqual(sources.toSorted(), ["'self'", ...expected].toSorted());
}
