import { isDeepStrictEqual } from "node:util";
import type { Batch } from "../../core/feed/mod.ts";
import { formatBatchId, isBatchKind, isBundleHash, isLocalDate, isWidgetId } from "../../core/naming/mod.ts";
import { type Check, check } from "./check.ts";
import {
  expect,
  expectHeader,
  expectIsolation,
  expectMethods,
  expectProblem,
  expectRevalidation,
  expectStatus,
  readJson,
  readTag,
} from "./expectations.ts";
import { type Answer, LIST, type Service } from "./service.ts";

/** Queries that the list rejects, with the code. */
const BAD_QUERIES = [
  ["limit=0", "daily_page.invalid_query"],
  ["limit=101", "daily_page.invalid_query"],
  ["limit=-1", "daily_page.invalid_query"],
  ["limit=1.5", "daily_page.invalid_query"],
  ["limit=1e1", "daily_page.invalid_query"],
  ["limit=", "daily_page.invalid_query"],
  ["limit=%EF%BC%91", "daily_page.invalid_query"],
  ["limit=5&limit=6", "daily_page.invalid_query"],
  ["direction=sideways", "daily_page.invalid_query"],
  ["direction=OLDER", "daily_page.invalid_query"],
  ["cursor=", "daily_page.invalid_cursor"],
  ["cursor=nonsense", "daily_page.invalid_cursor"],
  ["cursor=%00", "daily_page.invalid_cursor"],
  ["cursor=eyJsb2NhbERhdGUiOiIyMDI2LTAxLTMxIn0", "daily_page.invalid_cursor"],
] as const;

/** Batch ids that the single-batch route rejects. */
const BAD_BATCH_IDS = [
  "20260131-diary",
  "20260131-welcome",
  "20260131-feature-intro",
  "20260131-morning_brief",
  "20260131-MORNING-BRIEF",
  "20260231-morning-brief",
  "2026-01-31-morning-brief",
  "20260131",
  "morning-brief",
  "20260131-morning-brief%20",
  "20260131-morning-brief%00",
  "20260131%2emorning-brief",
  ...["20260131-", "%252e", "%ff", "a".repeat(4_000)],
];

const ABSENT_BATCH = "19700101-morning-brief";
const ABSENT_WIDGET = `w_${"a".repeat(26)}`;

/** The list, the single batch and the single widget (lifecycle specification, §4). */
export const PUBLIC_API_CHECKS: readonly Check[] = [
  check(`GET ${LIST}`, "answers with the envelope of batches, newest first", async ({ cloud }) => {
    const answer = await cloud(LIST);
    expectStatus(answer, 200);
    expectPrivateJson(answer);
    const { batches } = readPage(answer);
    expect(batches.length <= 20, answer, `expected at most 20 batches, it has ${batches.length}`);
    for (const batch of batches) expectBatch(batch, answer);
    const order = batches.map(orderKey);
    expect(isDeepStrictEqual(order, order.toSorted()), answer, "expected localDate descending, then kind");
  }),
  check(
    `GET ${LIST}`,
    "leads with nextCursor and Link through all pages, in both directions",
    async (service) => {
      const { batches } = await service.samples();
      const ids = batches.map(({ batchId }) => batchId);
      const older = await readAllPages(service, "older");
      expect(isDeepStrictEqual(older.slice(0, 100), ids), LIST_REQUEST, "expected each batch once, in order");
      const newer = await readAllPages(service, "newer");
      expect(
        isDeepStrictEqual(newer, older.toReversed()),
        LIST_REQUEST,
        "expected the same batches with newer",
      );
    },
  ),
  revalidated(`GET ${LIST}`, ({ cloud }) => Promise.resolve((sent) => cloud(LIST, sent))),
  ...BAD_QUERIES.map(([query, code]) =>
    check(
      `GET ${LIST}`,
      `rejects ?${query} with ${code}`,
      async ({ cloud }) => expectProblem(await cloud(`${LIST}?${query}`), 400, code),
    )
  ),
  check(`GET ${LIST}/{batchId}`, "answers with the batch of the list", async (service) => {
    const { batch } = await service.samples();
    const answer = await service.cloud(`${LIST}/${batch.batchId}`);
    expectStatus(answer, 200);
    expectPrivateJson(answer);
    expect(isDeepStrictEqual(readJson(answer), batch), answer, "expected the batch as the list has it");
  }),
  revalidated(`GET ${LIST}/{batchId}`, async ({ cloud, samples }) => {
    const { batch } = await samples();
    return (sent) => cloud(`${LIST}/${batch.batchId}`, sent);
  }),
  ...BAD_BATCH_IDS.map((id) =>
    check(
      `GET ${LIST}/{batchId}`,
      `rejects ${id.slice(0, 40)}`,
      async ({ cloud }) => expectProblem(await cloud(`${LIST}/${id}`), 400, "daily_page.invalid_batch_id"),
    )
  ),
  check(
    `GET ${LIST}/{batchId}`,
    "answers 404 for a batch that the user does not have",
    async ({ cloud }) => {
      expectProblem(await cloud(`${LIST}/${ABSENT_BATCH}`), 404, "daily_page.not_found");
      const head = await cloud(`${LIST}/${ABSENT_BATCH}`, { method: "HEAD" });
      expectStatus(head, 404);
      expectHeader(head, "Cache-Control", "no-store");
    },
  ),
  check(`GET ${LIST}/widgets/{id}`, "answers with the widget of the batch", async (service) => {
    const { widget } = await service.samples();
    const answer = await service.cloud(`${LIST}/widgets/${widget.id}`);
    expectStatus(answer, 200);
    expectPrivateJson(answer);
    expect(isDeepStrictEqual(readJson(answer), widget), answer, "expected the widget as the list has it");
  }),
  revalidated(`GET ${LIST}/widgets/{id}`, async ({ cloud, samples }) => {
    const { widget } = await samples();
    return (sent) => cloud(`${LIST}/widgets/${widget.id}`, sent);
  }),
  ...[ABSENT_WIDGET, "nonsense", "w_", "%2e%2e%2fsession"].map((id) =>
    check(
      `GET ${LIST}/widgets/{id}`,
      `answers 404 for ${id}`,
      async ({ cloud }) => expectProblem(await cloud(`${LIST}/widgets/${id}`), 404, "widget.not_found"),
    )
  ),
  check(
    `GET ${LIST}/session`,
    "is not for a bearer without a session",
    async ({ cloud }) => expectProblem(await cloud(`${LIST}/session`), 403, "request.forbidden"),
  ),
  check(
    `GET ${LIST}`,
    "has the methods GET, HEAD and OPTIONS",
    ({ cloud }) => expectMethods((sent) => cloud(LIST, sent)),
  ),
  check(
    `GET ${LIST}/{batchId}`,
    "has the methods GET, HEAD and OPTIONS",
    ({ cloud }) => expectMethods((sent) => cloud(`${LIST}/${ABSENT_BATCH}`, sent)),
  ),
  check(
    `GET ${LIST}/widgets/{id}`,
    "has the methods GET, HEAD and OPTIONS",
    ({ cloud }) => expectMethods((sent) => cloud(`${LIST}/widgets/${ABSENT_WIDGET}`, sent)),
  ),
  ...["/", "/a/b", "/no/such/route", "/widgets", "/bundles", "/bundles/", "/widgets/a/b"].map((path) =>
    check(`GET ${LIST}${path}`, "does not exist", async ({ cloud }) => {
      const answer = await cloud(`${LIST}${path}`);
      // One segment is a batch id.
      if (/^\/[^/]+$/.test(path)) expectProblem(answer, 400, "daily_page.invalid_batch_id");
      else expectProblem(answer, 404, "route.not_found");
    })
  ),
];

/** For messages of rules that need several requests. */
const LIST_REQUEST = { request: `GET ${LIST}` };

function revalidated(
  route: string,
  open: (service: Service) => Promise<Parameters<typeof expectRevalidation>[0]>,
): Check {
  return check(
    route,
    "has a strong ETag, 304 for a client that has it, and HEAD",
    async (service) => await expectRevalidation(await open(service)),
  );
}

function expectPrivateJson(answer: Answer): void {
  expectHeader(answer, "Content-Type", /^application\/json\b/);
  expectHeader(answer, "Cache-Control", /^private\b/);
  expectHeader(answer, "Vary", /\bAuthorization\b/i);
  expectIsolation(answer);
  readTag(answer);
}

function readPage(answer: Answer): { batches: Batch[]; nextCursor: string | null } {
  const { batches, nextCursor, ...others } = readJson(answer);
  expect(Array.isArray(batches), answer, "expected batches to be an array");
  const isCursor = nextCursor === null || (typeof nextCursor === "string" && nextCursor !== "");
  expect(isCursor, answer, "expected nextCursor to be a text or null");
  const names = Object.keys(others);
  expect(names.length === 0, answer, `expected no other fields than batches and nextCursor: ${names}`);
  return { batches, nextCursor: nextCursor as string | null };
}

function expectBatch({ batchId, localDate, kind, committedAt, widgets }: Batch, answer: Answer): void {
  const id = JSON.stringify(batchId);
  expect(isLocalDate(localDate) && isBatchKind(kind), answer, `expected a date and a kind in batch ${id}`);
  expect(
    batchId === formatBatchId(localDate, kind),
    answer,
    `expected the id of ${localDate} and ${kind}: ${id}`,
  );
  expect(!Number.isNaN(Date.parse(committedAt)), answer, `expected a time in committedAt of batch ${id}`);
  expect(Array.isArray(widgets) && widgets.length > 0, answer, `expected widgets in batch ${id}`);
  for (const { id, manifest, bundle } of widgets) {
    expect(isWidgetId(id), answer, `expected a widget id: ${JSON.stringify(id)}`);
    expect(typeof manifest?.["id"] === "string", answer, `expected a manifest with an id in widget ${id}`);
    expect(
      isBundleHash(bundle.hash) && bundle.size > 0,
      answer,
      `expected the hash and size of widget ${id}`,
    );
  }
}

/** Sorts as the list: newer dates first, and within a date by kind. */
function orderKey({ localDate, kind }: Batch): string {
  const inverted = localDate.replace(/\d/g, (digit) => String(9 - Number(digit)));
  return `${inverted} ${kind}`;
}

const MAX_PAGES = 50;

/** The ids of the first pages, in the order of the direction. */
async function readAllPages({ cloud }: Service, direction: "older" | "newer"): Promise<string[]> {
  const ids: string[] = [];
  let path = `${LIST}?limit=1&direction=${direction}`;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await cloud(path);
    expectStatus(answer, 200);
    const { batches, nextCursor } = readPage(answer);
    ids.push(...batches.map(({ batchId }) => batchId));
    if (nextCursor === null) {
      expectHeader(answer, "Link", null);
      return ids;
    }
    expect(batches.length === 1, answer, `expected one batch for limit=1, it has ${batches.length}`);
    const link = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];
    expect(link !== undefined, answer, `expected Link: <…>; rel="next" beside nextCursor`);
    const target = new URL(link, `http://service${LIST}`);
    expect(target.searchParams.get("cursor") === nextCursor, answer, "expected nextCursor in the Link");
    expect(target.pathname === LIST, answer, `expected the Link to lead to ${LIST}`);
    path = `${LIST}${target.search}`;
  }
  return ids;
}
