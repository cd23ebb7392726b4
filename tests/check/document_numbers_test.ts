// @reads docs/
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const [MIB, KIB, HOURS, MINUTES] = [1_048_576, 1_024, 3_600, 60];
const [MS, MS_OF_DAY] = [1_000, 86_400_000];

/** A sentence with `#` in place of its number (or of its word, up to ten), and the constant with that number, in a unit. */
type NumberRow = readonly [sentence: string, file: string, constant: string, unit?: number];

const NUMBERS: { readonly [document: string]: readonly NumberRow[] } = {
  "docs/operations.md": [
    ["valid for # hours", "hosts/cli/commands/token.ts", "LIFETIME_SECONDS", HOURS],
    ["folders more than # deep", "hosts/commit/source_archive.ts", "MAX_DEPTH"],
    [
      "more than # MiB, or more than 128 KB packed",
      "hosts/commit/source_archive.ts",
      "MAX_UNPACKED_BYTES",
      MIB,
    ],
    ["statement had no answer for # s", "hosts/postgres/connections/connection_pool.ts", "MAX_ANSWER_MS", MS],
    ["A `dist` has at most # entries", "hosts/commit/workspace.ts", "MAX_DIST_ENTRIES"],
    [
      "except a module for up to # seconds",
      "hosts/routes/bundles/verified_bundles.ts",
      "READ_PERMISSION_MS",
      MS,
    ],
    [
      "Connections are replaced after # minutes",
      "hosts/postgres/connections/host_pools.ts",
      "MAX_LIFETIME_SECONDS",
      MINUTES,
    ],
    ["it has more than # files and folders", "hosts/commit/source_archive.ts", "MAX_ENTRIES"],
  ],
  "docs/settings.md": [
    ["Its clock may differ by # s.", "hosts/auth/bearer.ts", "CLOCK_TOLERANCE_SECONDS"],
    ["The key set has at most # MiB", "hosts/auth/fetch_limited.ts", "MAX_ANSWER_BYTES", MIB],
    ["is used for # minutes", "hosts/auth/bearer.ts", "KEY_SET_MAX_AGE_MS", MS * MINUTES],
    ["at most once per # s.", "hosts/auth/bearer.ts", "KEY_SET_COOLDOWN_MS", MS],
    [
      "A verified bearer is remembered for # minutes at most",
      "hosts/auth/remembered_claims.ts",
      "MAX_REMEMBERED_MS",
      MS * MINUTES,
    ],
    ["It lasts # hours", "hosts/auth/sessions.ts", "SESSION_SECONDS", HOURS],
    ["(no answer within # s,", "hosts/objects/s3_requests.ts", "MAX_ATTEMPT_MS", MS],
    ["a maximum age of # days", "hosts/notifications/nats_worker.ts", "MAX_AGE_MS", MS_OF_DAY],
    ["# attempts in all", "hosts/objects/s3_requests.ts", "MAX_ATTEMPTS"],
    ["a window of # hour", "hosts/notifications/nats_worker.ts", "DUPLICATE_WINDOW_MS", MS * HOURS],
    ["After # days the user signs in", "hosts/auth/identity_provider.ts", "SIGNED_IN_SECONDS", 24 * HOURS],
    [
      "for reads and commits and # for the queue",
      "hosts/postgres/connections/connection_pool.ts",
      "MAX_QUEUE_CONNECTIONS",
    ],
    ["a window has at most # days", "hosts/application/settings.ts", "MAX_TIMER_DAYS"],
    ["answered with 2xx within # s:", "hosts/notifications/relay.ts", "MAX_DELIVERY_MS", MS],
    [
      "process has at most # to PostgreSQL",
      "hosts/postgres/connections/connection_pool.ts",
      "MAX_CONNECTIONS",
    ],
  ],
  "docs/deployment.md": [
    ["503 for TCK_DRAIN, # s", "hosts/application/settings.ts", "DEFAULT_DRAIN_MS", MS],
  ],
  "docs/http.md": [
    [
      "`deno task token --writer NAME --for U` prints one for # hours",
      "hosts/cli/commands/token.ts",
      "LIFETIME_SECONDS",
      HOURS,
    ],
    ["A body has at most # MiB", "hosts/submissions/receive_batch.ts", "MAX_SUBMISSION_BYTES", MIB],
    ["MiB and # bundles (413", "hosts/submissions/receive_batch.ts", "MAX_BUNDLES"],
    ["`batch.too_large`), and # s to arrive", "hosts/submissions/receive_batch.ts", "RECEIVE_TIMEOUT_MS", MS],
    ["a body # MiB (413)", "hosts/operations/observe_requests.ts", "MAX_BODY_BYTES", MIB],
    ["A process takes # at once, and two", "hosts/submissions/submit_batch.ts", "MAX_AT_ONCE"],
    ["four at once, and # of one writer", "hosts/submissions/submit_batch.ts", "MAX_OF_WRITER"],
    [
      "more than # minutes from its bundles' arrival",
      "hosts/submissions/submit_batch.ts",
      "COMMIT_DEADLINE_MS",
      MS * MINUTES,
    ],
    ["A URL has at most # characters (414)", "hosts/operations/observe_requests.ts", "MAX_URL_LENGTH"],
    ["one at a time: # may wait", "hosts/sealing/sealer.ts", "MAX_WAITING_PAGES"],
    ["and a user has # places", "hosts/sealing/sealer.ts", "MAX_PAGES_OF_USER"],
    ["One that takes more than # s is 413", "hosts/sealing/sealer.ts", "MAX_SEALING_MS", MS],
    ["reads nothing of its answer for # s", "hosts/server/unread_answers.ts", "MAX_STALL_MS", MS],
    ["is answered with 504 after # s", "hosts/routes/http/upstream.ts", "MAX_WAITING_MS", MS],
    ["has up to # of its requests wait", "hosts/server/answer_in_turn.ts", "MAX_WAITING_REQUESTS"],
  ],
  "docs/snapshots.md": [
    ["a run takes at most # pictures", "preview/server/snapshot/plan_shots.ts", "MAX_SHOTS"],
    ["the person's words, at most # characters", "preview/review/review.ts", "MAX_WORDS"],
  ],
  "docs/chat.md": [
    ["all cards of a page, at most # ", "hosts/routes/web/chat/card_tools.ts", "MAX_CARDS"],
    [
      "A request is one message of at most # KiB",
      "hosts/routes/web/chat/chat_endpoint.ts",
      "MAX_REQUEST_BYTES",
      KIB,
    ],
    ["at most 64 KiB and # values", "hosts/routes/web/chat/chat_endpoint.ts", "MAX_REQUEST_VALUES"],
  ],
  "docs/threat-model.md": [
    ["takes nothing for # s, and a second more", "hosts/server/unread_answers.ts", "MAX_STALL_MS", MS],
    [
      "where more than # MiB wait, of the address with the most",
      "hosts/server/unread_answers.ts",
      "MAX_UNREAD_BYTES",
      MIB,
    ],
    [
      "which must be the one that was committed, # KiB for any other",
      "hosts/objects/s3_requests.ts",
      "MAX_ERROR_BYTES",
      KIB,
    ],
    ["and # s for each of five attempts", "hosts/objects/s3_requests.ts", "MAX_ATTEMPT_MS", MS],
    ["30 s for each of # attempts", "hosts/objects/s3_requests.ts", "MAX_ATTEMPTS"],
    ["answer ends at # MiB of JSON", "hosts/routes/storage/internal_api.ts", "MAX_PAGE_BYTES", MIB],
    ["at most one request to the provider in # s", "hosts/auth/bearer.ts", "KEY_SET_COOLDOWN_MS", MS],
    ["any bearers and sign-ins at most one in # s", "hosts/auth/bearer.ts", "KEY_SET_FAILURE_MS", MS],
    ["the key set is used for # minutes", "hosts/auth/bearer.ts", "KEY_SET_MAX_AGE_MS", MS * MINUTES],
    [
      "without verification for more than # minutes",
      "hosts/auth/remembered_claims.ts",
      "MAX_REMEMBERED_MS",
      MS * MINUTES,
    ],
    ["no session is longer than # days", "hosts/auth/identity_provider.ts", "SIGNED_IN_SECONDS", 24 * HOURS],
    ["for each user at most # that are made or wait", "hosts/sealing/sealer.ts", "MAX_PAGES_OF_USER"],
  ],
  "docs/export.md": [
    [
      "The bundles of a feed may have # MiB together",
      "web/canvas/sealed_page/page_limit.ts",
      "MAX_PAGE_BYTES",
      MIB,
    ],
  ],
};

const WORDS = "no one two three four five six seven eight nine ten".split(" ");

/** The value of a constant, whose expression has numbers and products only. */
async function readConstant(file: string, name: string): Promise<number> {
  const text = await readFile(ROOT + file, "utf8");
  const expression = new RegExp(`^(?:export )?const ${name}(?:: number)? = ([\\d_ *]+);`, "m").exec(text)
    ?.[1];
  assert.ok(expression !== undefined, `${file} has no ${name}`);
  return expression.replaceAll("_", "").split("*").map(Number).reduce((product, factor) => product * factor);
}

for (const [document, rows] of Object.entries(NUMBERS)) {
  Deno.test(`the numbers in ${document} are those of the code`, async () => {
    const text = (await readFile(ROOT + document, "utf8")).replaceAll(/\s+/g, " ");
    for (const [sentence, file, constant, unit = 1] of rows) {
      const value = await readConstant(file, constant) / unit;
      const written = [value.toLocaleString("en"), WORDS[value] ?? "#"];
      assert.ok(
        written.some((number) => text.includes(sentence.replace("#", number))),
        `${sentence} is ${value} by ${constant} in ${file}`,
      );
    }
  });
}

Deno.test("the default durations in docs/settings.md are those of the code", async () => {
  const text = await readFile(`${ROOT}docs/settings.md`, "utf8");
  for (
    const [setting, file, constant, unit, letter] of [
      ["TCK_DRAIN", "hosts/application/settings.ts", "DEFAULT_DRAIN_MS", MS, "s"],
      ["TCK_SHUTDOWN_TIMEOUT", "hosts/application/settings.ts", "DEFAULT_SHUTDOWN_TIMEOUT_MS", MS, "s"],
      ["TCK_RETENTION", "core/commit/sweep.ts", "DEFAULT_RETENTION_MS", MS * HOURS, "h"],
    ] as const
  ) {
    const value = await readConstant(file, constant) / unit;
    assert.match(text, new RegExp(`^\\| \`${setting}\` .*\\| \`${value}${letter}\` +\\|$`, "m"), setting);
  }
});

Deno.test("the retries in the guides of operators are those of the queues", async () => {
  const guides = ["operations", "settings"].map((name) => readFile(`${ROOT}docs/${name}.md`, "utf8"));
  const text = (await Promise.all(guides)).join(" ").replaceAll(/\s+/g, " ");
  const readOptions = async (file: string) => {
    const source = await readFile(ROOT + file, "utf8");
    const read = (name: string) => Number(new RegExp(`\\b${name}: (\\d+),`).exec(source)?.[1]);
    return { limit: read("retryLimit"), first: read("retryDelay"), last: read("retryDelayMax") / MINUTES };
  };
  const commits = await readOptions("hosts/postgres/queues/commit_requests.ts");
  assert.ok(
    text.includes(
      `is retried ${commits.limit} times: after ${commits.first} s, then with growing delays up to ${commits.last} minutes`,
    ),
  );
  const messages = await readOptions("hosts/postgres/queues/notification_queue.ts");
  assert.equal(messages.limit, 100);
  assert.ok(
    text.includes(
      `is retried a hundred times over many hours: after ${messages.first} s, then with growing delays up to about ` +
        `${messages.last} minutes`,
    ),
  );
});

Deno.test("the pictures of a snapshot are as the guide says", async () => {
  const text = (await readFile(`${ROOT}docs/snapshots.md`, "utf8")).replaceAll(/\s+/g, " ");
  assert.equal(await readConstant("preview/server/snapshot/report/sheet_layout.ts", "MAX_SHEET_CARDS"), 12);
  assert.match(text, /A sheet has at most twelve pictures/);
  assert.equal(await readConstant("preview/server/snapshot/camera/capture_picture.ts", "MAX_CAPTURES"), 5);
  assert.match(text, /until two in a row are the same, at most five times/);
  assert.equal(
    await readConstant("preview/server/snapshot/baseline/picture_store.ts", "MAX_AGE_MS"),
    7 * MS_OF_DAY,
  );
  assert.match(text, /what no run has used for a week is deleted/);
  const { MAX_SHARE } = await import("../../preview/server/snapshot/baseline/compare_pictures.ts");
  assert.equal(Math.round(1 / MAX_SHARE), 50_000);
  assert.match(text, /more than one pixel in 50,000 differs/);
  const { FILL_WIDTHS } = await import("../../preview/server/snapshot/plan_shots.ts");
  assert.ok(
    text.includes(
      `\`fill-auto\` is taken at ${FILL_WIDTHS[0]}, ${FILL_WIDTHS[1]} and ${FILL_WIDTHS[2]} pixels`,
    ),
  );
});
