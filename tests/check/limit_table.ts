/**
 * Every limit on what others send, for `docs/limits.md`: what each counts, and when. A new constant `MAX_…` is a row here, or
 * in {@linkcode OTHER_CONSTANTS}.
 *
 * @module
 */

/**
 * What is counted: bytes or text as they arrive, as they are stored (which is compressed), after they were inflated, the values
 * or tokens that parsing makes of them, what is in memory at a time, or what is sent.
 */
export type Counted = "arriving" | "stored" | "inflated" | "parsed" | "in memory" | "sent";

/** A limit on what others send. */
export interface LimitRow {
  /** The file and the name of the constant in it, or of a member of one. */
  readonly at: `${string}.ts:${string}`;
  readonly unit: string;
  readonly counted: Counted;
  /** The attack of `tests/hosts/doors` that sends what just fits; null where no server is reached by it. */
  readonly attack: string | null;
}

const row = (at: LimitRow["at"], unit: string, counted: Counted, attack: string | null = null): LimitRow => ({
  at,
  unit,
  counted,
  attack,
});

const FORMAT = "core/contract/limits.ts:LIMITS" as const;

/** The limits by what they are about, in the order of the document. */
export const LIMIT_SECTIONS: { readonly [section: string]: readonly LimitRow[] } = {
  "Bundles, as every reader has them": [
    row(`${FORMAT}.envelopeBytes`, "bytes", "stored"),
    row(`${FORMAT}.entryBytes`, "bytes", "inflated"),
    row(`${FORMAT}.totalEntryBytes`, "bytes", "inflated"),
    row(`${FORMAT}.entries`, "entries", "stored"),
    row(`${FORMAT}.entryNameBytes`, "bytes", "stored"),
    row(`${FORMAT}.manifestBytes`, "bytes", "inflated"),
    row(`${FORMAT}.recordBytes`, "bytes", "inflated"),
    row(`${FORMAT}.jsonDepth`, "levels", "parsed"),
    row(`${FORMAT}.jsonValues`, "values", "parsed"),
  ],
  "Batches that are committed": [
    row(`${FORMAT}.committedBytes`, "bytes", "inflated", "bundles"),
    row(`${FORMAT}.manifestValues`, "values", "parsed", "manifests"),
    row(`${FORMAT}.batchManifestBytes`, "bytes", "inflated", "manifests"),
    row(`${FORMAT}.batchManifestValues`, "values", "parsed", "manifests"),
    row(`${FORMAT}.manifestObjectBytes`, "bytes", "inflated", "manifests"),
    row("hosts/submissions/receive_batch.ts:MAX_SUBMISSION_BYTES", "bytes", "arriving", "bundles"),
    row("hosts/submissions/receive_batch.ts:MAX_BUNDLES", "bundles", "arriving", "legacy bundles"),
    row("hosts/submissions/submit_batch.ts:MAX_AT_ONCE", "batches", "in memory", "bundles"),
    row("hosts/submissions/submit_batch.ts:MAX_OF_WRITER", "batches", "in memory", "bundles"),
    row("hosts/commit/object_sources.ts:MAX_CACHED_BYTES", "bytes", "in memory", "bundles"),
    row("hosts/commit/write_objects.ts:MAX_PARALLEL_PUTS", "objects", "in memory", "bundles"),
    row("hosts/commit/write_objects.ts:MAX_PARALLEL_BYTES", "bytes", "in memory", "bundles"),
    row("core/streams/record_reader.ts:MAX_HEADER_BYTES", "bytes", "arriving", "framing"),
    row("core/commit/commit_request.ts:MAX_LOCATION_LENGTH", "characters", "arriving"),
    row("hosts/commit/workspace.ts:MAX_DIST_ENTRIES", "entries", "stored"),
    row(`${FORMAT}.sourceArchiveBytes`, "bytes", "stored"),
    row("hosts/commit/source_archive.ts:MAX_UNPACKED_BYTES", "bytes", "inflated"),
    row("hosts/commit/source_archive.ts:MAX_ENTRIES", "entries", "stored"),
    row("hosts/commit/source_archive.ts:MAX_DEPTH", "levels", "stored"),
  ],
  "Lists": [
    row(`${FORMAT}.pageSize`, "batches", "sent", "lists"),
    row(`${FORMAT}.defaultPageSize`, "batches", "sent", "lists"),
    row("hosts/routes/storage/limited_page.ts:MAX_PAGE_CHARACTERS", "characters", "sent", "lists"),
    row("hosts/routes/storage/internal_api.ts:MAX_PARALLEL_LISTS", "lists", "in memory", "lists"),
    row("hosts/routes/storage/internal_api.ts:MAX_PARALLEL_BATCHES", "batches", "in memory", "lists"),
    row("hosts/routes/storage/internal_api.ts:MAX_READ_MS", "milliseconds", "in memory"),
    row("hosts/time/fair_turns.ts:MAX_KNOWN_USERS", "users", "in memory"),
    row("core/feed/cursor.ts:MAX_LENGTH", "characters", "arriving", "requests"),
    row("hosts/postgres/batch_reader.ts:MAX_PARALLEL_READS", "objects", "in memory", "lists"),
    row("hosts/routes/http/json_extent.ts:MAX_JSON_VALUES", "values", "parsed"),
    row("hosts/routes/http/json_extent.ts:MAX_JSON_DEPTH", "levels", "parsed"),
    row("hosts/routes/web/batch_titles.ts:MAX_TITLES", "titles", "sent", "pages"),
    row("hosts/routes/web/batch_titles.ts:MAX_TITLE_LENGTH", "characters", "sent", "pages"),
  ],
  "Requests": [
    row("hosts/operations/observe_requests.ts:MAX_URL_LENGTH", "characters", "arriving", "requests"),
    row("hosts/operations/observe_requests.ts:MAX_BODY_BYTES", "bytes", "arriving", "bodies"),
    row("hosts/operations/observe_requests.ts:MAX_DISCARDED_BYTES", "bytes", "arriving", "bodies"),
    row("hosts/server/answer_in_turn.ts:MAX_WAITING_REQUESTS", "requests", "in memory", "pipelining"),
    row("hosts/server/unread_answers.ts:MAX_STALL_MS", "milliseconds", "in memory", "unread answers"),
    row("hosts/server/unread_answers.ts:MAX_UNREAD_BYTES", "bytes", "in memory", "unread answers"),
    row("hosts/routes/web/sign_in.ts:MAX_FORM_BYTES", "bytes", "arriving", "bodies"),
    row("hosts/routes/bundles/bundle_stream.ts:MAX_BODY_BYTES", "bytes", "arriving", "bodies"),
    row("hosts/routes/bundles/bundle_stream.ts:MAX_HASHES", "hashes", "arriving", "streams"),
    row("hosts/routes/bundles/bundle_stream.ts:MAX_AHEAD_BYTES", "bytes", "in memory", "unread answers"),
    row("hosts/routes/web/chat/chat_endpoint.ts:MAX_REQUEST_BYTES", "bytes", "arriving", "bodies"),
    row("hosts/routes/web/chat/chat_endpoint.ts:MAX_REQUEST_VALUES", "values", "arriving", "bodies"),
    row("hosts/routes/http/embed_cookie.ts:MAX_CLEARED", "fields", "sent", "requests"),
    row("hosts/application/control_socket.ts:MAX_REQUEST_LENGTH", "characters", "arriving"),
  ],
  "Bundles that are served": [
    row("hosts/routes/bundles/verified_bytes.ts:MAX_WAITING", "bundles", "in memory", "modules"),
    row("hosts/routes/bundles/verified_bytes.ts:MAX_FILE_BYTES", "bytes", "inflated", "modules"),
    row("hosts/routes/bundles/verified_bundles.ts:MAX_PERMISSIONS", "permissions", "in memory", "modules"),
    row("terminal/files/read_descriptor.ts:MAX_SYNC_BYTES", "bytes", "stored", "bundles"),
  ],
  "Pages of one file, and exports": [
    row("web/canvas/sealed_page/page_limit.ts:MAX_PAGE_BYTES", "bytes", "stored", "printed pages"),
    row("web/canvas/sealed_page/page_limit.ts:PAGE_LIMITS.bytes", "bytes", "inflated", "printed pages"),
    row("web/canvas/sealed_page/page_limit.ts:PAGE_LIMITS.tokens", "tokens", "parsed", "printed pages"),
    row("web/canvas/sealed_page/page_limit.ts:PAGE_LIMITS.moduleBytes", "bytes", "inflated", "printed pages"),
    row("web/canvas/sealed_page/page_limit.ts:PAGE_LIMITS.moduleTokens", "tokens", "parsed", "printed pages"),
    row("web/canvas/sealed_page/page_limit.ts:SERVING_THREAD_LIMITS.bytes", "bytes", "inflated"),
    row("web/canvas/sealed_page/page_limit.ts:SERVING_THREAD_LIMITS.tokens", "tokens", "parsed"),
    row("web/canvas/sealed_page/page_limit.ts:SERVING_THREAD_LIMITS.moduleBytes", "bytes", "inflated"),
    row("web/canvas/sealed_page/page_limit.ts:SERVING_THREAD_LIMITS.moduleTokens", "tokens", "parsed"),
    row("web/card-markup/parse_markup.ts:MAX_MARKUP_LENGTH", "characters", "inflated"),
    row("web/card-markup/parse_markup.ts:MAX_MARKUP_NODES", "nodes", "parsed"),
    row("web/card-markup/parse_markup.ts:MAX_MARKUP_DEPTH", "levels", "parsed"),
    row("web/card-markup/write_markup.ts:MAX_ROUNDS", "parses", "parsed"),
    row("web/module-function/parse_module.ts:MAX_SCOPES", "blocks", "parsed", "printed pages"),
    row("web/module-function/parse_module.ts:MAX_REGEX_LENGTH", "characters", "parsed", "printed pages"),
    row("hosts/sealing/sealer.ts:MAX_SEALING_MS", "milliseconds", "in memory", "printed pages"),
    row("hosts/sealing/sealer.ts:MAX_READING_MS", "milliseconds", "in memory"),
    row("hosts/sealing/sealer.ts:MAX_WAITING_PAGES", "pages", "in memory", "printed pages"),
    row("hosts/sealing/sealer.ts:MAX_PAGES_OF_USER", "pages", "in memory"),
    row("hosts/sealing/sealer.ts:MAX_PLACE_MS", "milliseconds", "in memory"),
    row("hosts/sealing/sealer.ts:MAX_HEAP_MIB", "MiB", "in memory", "printed pages"),
    row("hosts/cli/commands/export.ts:MAX_PIECE_BYTES", "bytes", "sent", "exports"),
    row("hosts/cli/draw_feed.ts:MAX_DRAWING_MS", "milliseconds", "in memory"),
    row("hosts/cli/draw_feed.ts:MAX_MARKUP_LENGTH", "UTF-16 units", "parsed"),
    row("web/card-text/text_of_markup.ts:MAX_LENGTH", "UTF-16 units", "parsed"),
    row("web/card-text/text_of_markup.ts:MAX_DEPTH", "levels", "parsed"),
  ],
  "Chats": [
    row("hosts/routes/web/chat/bundle_tool.ts:MAX_PARTS", "parts", "sent", "chats"),
    row("hosts/routes/web/chat/card_tools.ts:MAX_CARDS", "cards", "sent", "chats"),
    row("hosts/routes/web/chat/page_list.ts:MAX_PAGES", "pages", "sent", "chats"),
    row("hosts/routes/web/chat/page_list.ts:MAX_CARDS", "cards", "sent", "chats"),
    row("hosts/routes/web/chat/page_list.ts:MAX_STATES", "states", "sent", "chats"),
    row("hosts/routes/web/chat/page_list.ts:MAX_CHARACTERS", "characters", "sent", "chats"),
    row("core/chat_text/chat_text.ts:MAX_TEXT", "UTF-16 units", "sent", "chats"),
    row("core/chat_text/chat_text.ts:MAX_VALUES", "values", "sent", "chats"),
  ],
  "Credentials and signing in": [
    row("hosts/auth/token.ts:MAX_TOKEN_LENGTH", "characters", "arriving", "requests"),
    row("hosts/auth/remembered_claims.ts:MAX_TOKENS", "tokens", "in memory", "requests"),
    row("hosts/auth/sessions.ts:MAX_KEPT_BEARERS", "bearers", "in memory", "requests"),
    row("hosts/auth/fetch_limited.ts:MAX_ANSWER_BYTES", "bytes", "arriving"),
    row("hosts/routes/web/provider_sign_in.ts:MAX_ATTEMPTS", "sign-ins", "sent"),
    row("hosts/routes/web/provider_sign_in.ts:MAX_NEXT_LENGTH", "characters", "sent"),
    row("hosts/routes/web/provider_sign_in.ts:MAX_ID_TOKEN_LENGTH", "characters", "sent"),
  ],
  "Services and stores behind": [
    row("hosts/routes/http/upstream.ts:MAX_WAITING_MS", "milliseconds", "arriving"),
    row("hosts/routes/http/network_upstream.ts:MAX_PROBLEM_BYTES", "bytes", "arriving"),
    row("hosts/operations/service_checks.ts:MAX_STATE_BYTES", "bytes", "arriving"),
    row("hosts/objects/s3_requests.ts:MAX_ATTEMPT_MS", "milliseconds", "arriving"),
    row("hosts/objects/s3_requests.ts:MAX_ATTEMPTS", "requests", "arriving"),
    row("hosts/objects/s3_requests.ts:MAX_ERROR_BYTES", "bytes", "arriving"),
    row("hosts/objects/s3_requests.ts:MAX_REASON_LENGTH", "characters", "arriving"),
    row("hosts/objects/s3.ts:MAX_EMPTY_PAGES", "pages", "arriving"),
    row("hosts/postgres/batch_reader.ts:MAX_MANIFEST_BYTES", "bytes", "arriving"),
    row("hosts/user_data/erasure_log.ts:MAX_ENTRY_BYTES", "bytes", "parsed"),
    row("hosts/postgres/connections/connection_pool.ts:MAX_ANSWER_MS", "milliseconds", "arriving"),
    row("hosts/notifications/relay.ts:MAX_DELIVERY_MS", "milliseconds", "arriving"),
    row("hosts/notifications/nats_worker.ts:MAX_CONNECT_MS", "milliseconds", "arriving"),
    row("hosts/notifications/nats_worker.ts:MAX_RECEIVED_BYTES", "bytes", "arriving"),
    row("hosts/sweep/sweep_document.ts:MAX_WHOLE_BYTES", "bytes", "stored"),
  ],
  "Logs": [
    row("hosts/operations/server_log.ts:MAX_TEXT", "UTF-16 units", "sent", "logs"),
    row("core/errors/error_message.ts:MAX_CAUSES", "causes", "sent", "logs"),
    row("core/errors/nearest_name.ts:MAX_LENGTH", "characters", "in memory"),
  ],
  "Names": [
    row(`${FORMAT}.bundleFileNameLength`, "characters", "arriving", "framing"),
    row(`${FORMAT}.userIdLength`, "UTF-16 units", "arriving", "requests"),
    row(`${FORMAT}.userIdSegmentLength`, "characters", "stored", "requests"),
    row("core/naming/object_key.ts:MAX_LENGTH", "characters", "stored"),
    row("hosts/objects/key.ts:MAX_KEY_LENGTH", "characters", "stored"),
  ],
  "Messages between documents": [
    row("web/canvas/messages.ts:MAX_HREF_LENGTH", "UTF-16 units", "arriving"),
    row("web/canvas/chat/messages.ts:MAX_HEIGHT", "CSS pixels", "arriving"),
    row("web/canvas/chat/messages.ts:MAX_HREF_LENGTH", "UTF-16 units", "arriving"),
    row("web/canvas/chat/messages.ts:MAX_CARDS", "cards", "arriving"),
    row("web/canvas/chat/view/bundle_parts.ts:MAX_PARTS", "parts", "arriving"),
    row("web/canvas/chat/view/host_context.ts:MAX_VALUE_LENGTH", "UTF-16 units", "arriving"),
    row("web/canvas/frame/content_height.ts:MAX_GROWTHS", "times", "arriving"),
    row("web/canvas/frame/kept_addresses.ts:MAX_ADDRESSES", "addresses", "in memory"),
    row("web/canvas/frame/pictures.ts:MAX_PICTURES", "pictures", "in memory"),
    row("web/canvas/frame/running_bundle.ts:MAX_HASH_LENGTH", "characters", "arriving"),
    row("web/canvas/frame/running_bundle.ts:MAX_REPORTS", "reports", "arriving"),
    row("web/canvas/listed_widgets.ts:MAX_WIDGET_ID_LENGTH", "characters", "arriving"),
    row("web/canvas/page/frame_losses.ts:MAX_UNEXPLAINED", "frames", "arriving"),
    row("web/canvas/page/frame_losses.ts:MAX_LOSSES", "frames", "arriving"),
    row("web/canvas/page/sealed_canvas.ts:MAX_HEIGHT", "CSS pixels", "arriving"),
    row("web/canvas/reader_window.ts:MAX_HEIGHT", "CSS pixels", "arriving"),
    row("core/feed/source_functions.ts:MAX_REASON_LENGTH", "characters", "sent"),
    row("web/service-worker/page_cache.ts:MAX_ENTRIES", "entries", "stored"),
  ],
  "Fields of a manifest": [
    row(`${FORMAT}.cardTypeLength`, "UTF-16 units", "parsed"),
    row(`${FORMAT}.titleLength`, "UTF-16 units", "parsed"),
    row(`${FORMAT}.descriptionLength`, "UTF-16 units", "parsed"),
    row(`${FORMAT}.labelLength`, "UTF-16 units", "parsed"),
    row(`${FORMAT}.hrefLength`, "UTF-16 units", "parsed"),
    row(`${FORMAT}.colorLength`, "UTF-16 units", "parsed"),
    row(`${FORMAT}.languageTagLength`, "UTF-16 units", "parsed"),
    row(`${FORMAT}.languages`, "languages", "parsed"),
    row(`${FORMAT}.actions`, "actions", "parsed"),
    row(`${FORMAT}.states`, "states", "parsed"),
    row(`${FORMAT}.stateNameLength`, "UTF-16 units", "parsed"),
    row(`${FORMAT}.stateKeyLength`, "UTF-16 units", "parsed"),
  ],
  "Builds": [
    row(`${FORMAT}.widgetBytes`, "bytes", "inflated"),
    row(`${FORMAT}.cardBytes`, "bytes", "inflated"),
    row(`${FORMAT}.cardsBytes`, "bytes", "inflated"),
    row(`${FORMAT}.cardEntries`, "languages", "stored"),
    row(`${FORMAT}.assetBytes`, "bytes", "stored"),
  ],
};

/** Constants that limit nothing that others send: pauses and times, properties of formats, and pools. */
export const OTHER_CONSTANTS: readonly LimitRow["at"][] = [
  "core/bytes/prefix_code.ts:MAX_CODE_BITS",
  "core/bytes/prefix_code.ts:MAX_SYMBOLS",
  "core/bytes/prefix_code.ts:MAX_TABLE_BITS",
  "core/tckb/json_structure.ts:MAX_INTEGER_DIGITS",
  "core/tckb/stylesheet_line.ts:MAX_LINE_BYTES",
  "core/tckb/zip/directory.ts:MAX_DEFLATE_RATIO",
  "core/tckb/zip/layout.ts:MAX_VERSION_NEEDED",
  "terminal/files/socket_path.ts:MAX_SOCKET_PATH_BYTES",
  "hosts/application/edge_application.ts:MAX_WINDOW_SECONDS",
  "hosts/application/settings.ts:MAX_RETENTION_DAYS",
  "hosts/application/settings.ts:MAX_TIMER_DAYS",
  "web/client/writer.ts:MAX_PAUSE_MS",
  "hosts/auth/remembered_claims.ts:MAX_REMEMBERED_MS",
  "hosts/auth/token_time.ts:MAX_TIME",
  "hosts/cli/commands/history.ts:MAX_REVISIONS",
  "hosts/cli/dispatch.ts:MAX_LOCK_WAIT_MS",
  "hosts/commit/record_intents.ts:MAX_INTENTS_PAUSE_MS",
  "hosts/commit/object_sources.ts:MAX_PREFETCHED",
  "hosts/conformance/public_api_checks.ts:MAX_PAGES",
  "hosts/conformance/writer_checks.ts:MAX_ATTEMPTS",
  "hosts/notifications/nats_worker.ts:MAX_AGE_MS",
  "hosts/objects/fenced_deletion.ts:MAX_NAME_BYTES",
  "hosts/objects/files.ts:MAX_PUT_ATTEMPTS",
  "hosts/postgres/connections/connection_pool.ts:MAX_CONNECTIONS",
  "hosts/postgres/connections/connection_pool.ts:MAX_QUEUE_CONNECTIONS",
  "hosts/postgres/connections/connection_pool.ts:MAX_STATEMENTS",
  "hosts/postgres/gather_reads.ts:MAX_WAIT_MS",
  "hosts/postgres/connections/host_pools.ts:MAX_LIFETIME_SECONDS",
  "hosts/postgres/connections/pglite_dialect.ts:MAX_STATEMENTS",
  "hosts/routes/http/coalesce.ts:MAX_JOIN_MS",
  "hosts/routes/http/network_upstream.ts:MAX_ATTEMPTS",
  "hosts/server/check_address.ts:MAX_CONNECT_MS",
  "hosts/submissions/temporary_workspace.ts:MAX_AGE_MS",
  "hosts/sweep/sweep.ts:MAX_PUT_MS",
  "hosts/time/pauses.ts:MAX_WORK_MS",
  "terminal/files/folder.ts:MAX_LINKS",
];

/** Folders whose constants are about the author's own project, on the author's own machine. */
export const AUTHORS_TOOLS: readonly string[] = ["preview/", "web/bundler/"];
