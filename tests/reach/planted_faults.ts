/** A fault of one line in a production file. */
export interface PlantedFault {
  readonly file: string;
  /** What is replaced; it occurs once in the file. */
  readonly from: string;
  readonly to: string;
  /** A test file that fails with it. */
  readonly noticedBy: string;
}

/** Faults in more than forty production files, in each part of the tree. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    file: "core/commit/commit_request.ts",
    from: ': typeof strict !== "boolean"',
    to: ': typeof strict === "boolean"',
    noticedBy: "tests/core/commit/commit_request_test.ts",
  },
  {
    file: "core/commit/scan.ts",
    from: "if (spec !== null) {",
    to: "if (spec === null) {",
    noticedBy: "tests/core/commit/scan_test.ts",
  },
  {
    file: "core/errors/error_message.ts",
    from: "for (let count = 0; next instanceof Error && count <= MAX_CAUSES; count++) {",
    to: "for (let count = 0; next instanceof Error || count <= MAX_CAUSES; count++) {",
    noticedBy: "tests/core/errors/error_message_test.ts",
  },
  {
    file: "core/manifest/parse.ts",
    from: "const inner = (issue.issues ?? []).filter((alternative) => alternative.path !== undefined);",
    to: "const inner = (issue.issues ?? []).filter((alternative) => alternative.path === undefined);",
    noticedBy: "tests/core/manifest/parse_test.ts",
  },
  {
    file: "core/naming/dates.ts",
    from: "return date !== undefined && isLocalDate(date);",
    to: "return date === undefined && isLocalDate(date);",
    noticedBy: "tests/core/naming/timestamp_test.ts",
  },
  {
    file: "core/naming/widget_id.ts",
    from: "const joined = new Uint8Array(parts.reduce((total, part) => total + 4 + part.length, 0));",
    to: "const joined = new Uint8Array(parts.reduce((total, part) => total - 4 + part.length, 0));",
    noticedBy: "tests/core/naming/widget_id_test.ts",
  },
  {
    file: "core/streams/batch_stream.ts",
    from: "for (let line = await reader.readLine(); line !== null; line = await reader.readLine()) {",
    to: "for (let line = await reader.readLine(); line === null; line = await reader.readLine()) {",
    noticedBy: "tests/core/streams/batch_stream_test.ts",
  },
  {
    file: "core/tckb/json_structure.ts",
    from: "if (code === QUOTE) {",
    to: "if (code !== QUOTE) {",
    noticedBy: "tests/core/tckb/json_structure_test.ts",
  },
  {
    file: "core/tckb/limits.ts",
    from: "const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);",
    to: "const given = Object.entries(limits).filter(([, limit]) => limit === undefined);",
    noticedBy: "tests/core/tckb/limits_test.ts",
  },
  {
    file: "hosts/application/control_socket.ts",
    from: 'else reject(error.code === "ECONNRESET" ? createLostAnswerError(action, error) : error);',
    to: 'else reject(error.code !== "ECONNRESET" ? createLostAnswerError(action, error) : error);',
    noticedBy: "tests/hosts/application/control_socket_test.ts",
  },
  {
    file: "hosts/application/data_folder.ts",
    from: 'const isFile = error.code === "EEXIST" || error.code === "ENOTDIR";',
    to: 'const isFile = error.code !== "EEXIST" || error.code === "ENOTDIR";',
    noticedBy: "tests/hosts/application/data_folder_test.ts",
  },
  {
    file: "hosts/auth/bearer.ts",
    from:
      "const content = { userId, issuedAt, expiresAt: issuedAt + seconds, claims: { scope: READ_SCOPE } };",
    to: "const content = { userId, issuedAt, expiresAt: issuedAt - seconds, claims: { scope: READ_SCOPE } };",
    noticedBy: "tests/hosts/auth/bearer_test.ts",
  },
  {
    file: "hosts/auth/identity_provider.ts",
    from: "const redirectUri = appUrl + CALLBACK_PATH;",
    to: "const redirectUri = appUrl - CALLBACK_PATH;",
    noticedBy: "tests/hosts/auth/identity_provider_test.ts",
  },
  {
    file: "hosts/cli/commands/commit_worker.ts",
    from: 'if (settings.log.format === "json") terminal.note(summary);',
    to: 'if (settings.log.format !== "json") terminal.note(summary);',
    noticedBy: "tests/hosts/cli/commit_worker_test.ts",
  },
  {
    file: "hosts/routes/http/wait_limit.ts",
    from: "promise.catch(() => {});",
    to: "promise.then(() => {});",
    noticedBy: "tests/hosts/routes/wait_limit_test.ts",
  },
  {
    file: "hosts/objects/s3_listing.ts",
    from: 'const truncated = root === undefined ? null : readText(root, "IsTruncated");',
    to: 'const truncated = root !== undefined ? null : readText(root, "IsTruncated");',
    noticedBy: "tests/hosts/objects/s3_listing_test.ts",
  },
  {
    file: "hosts/operations/observe_requests.ts",
    from: "const isTraced = arrived.route !== undefined; // By the application that answered.",
    to: "const isTraced = arrived.route === undefined; // By the application that answered.",
    noticedBy: "tests/hosts/operations/observe_requests_test.ts",
  },
  {
    file: "hosts/routes/bundles/fixtures.ts",
    from: "return await createBatch(read.filter((fixture) => fixture !== null));",
    to: "return await createBatch(read.filter((fixture) => fixture === null));",
    noticedBy: "tests/hosts/routes/fixtures_test.ts",
  },
  {
    file: "hosts/routes/public/bucket_bundles.ts",
    from: "const claims = token === undefined ? null : await bearers.verify(token).catch(() => null);",
    to: "const claims = token !== undefined ? null : await bearers.verify(token).catch(() => null);",
    noticedBy: "tests/hosts/routes/bucket_bundles_test.ts",
  },
  {
    file: "hosts/submissions/submit_batch.ts",
    from: "const ofWriter = running.values().filter(({ actor }) => actor === batch.actor).toArray().length;",
    to: "const ofWriter = running.values().filter(({ actor }) => actor !== batch.actor).toArray().length;",
    noticedBy: "tests/hosts/submissions/submit_batch_test.ts",
  },
  {
    file: "preview/server/vite/dev_logger.ts",
    from: "if (source === null || readText(source.file) !== source.text) failed.delete(message);",
    to: "if (source !== null || readText(source.file) !== source.text) failed.delete(message);",
    noticedBy: "tests/preview/server/dev_logger_test.ts",
  },
  {
    file: "preview/server/vite/file_access.ts",
    from: "if (path === null) return next();",
    to: "if (path !== null) return next();",
    noticedBy: "tests/preview/server/file_access_test.ts",
  },
  {
    file: "preview/server/vite/live/live_assets.ts",
    from: "if (fault === null) return toDataUrl(path, contents);",
    to: "if (fault !== null) return toDataUrl(path, contents);",
    noticedBy: "tests/preview/server/live_assets_test.ts",
  },
  {
    file: "preview/server/vite/vite_internals.ts",
    from: 'return FILE_PREFIX + path.replaceAll("%", "%25").replace(/^\\//, "");',
    to: 'return FILE_PREFIX - path.replaceAll("%", "%25").replace(/^\\//, "");',
    noticedBy: "tests/preview/server/vite_internals_test.ts",
  },
  {
    file: "preview/shell/client/server_sync.ts",
    from: "return before !== undefined && JSON.stringify(before) === JSON.stringify(item) ? before : item;",
    to: "return before !== undefined && JSON.stringify(before) !== JSON.stringify(item) ? before : item;",
    noticedBy: "tests/preview/shell/client/server_sync_test.ts",
  },
  {
    file: "preview/shell/picker/picker_rows.ts",
    from: "if (widgets.length === 0) return [];",
    to: "if (widgets.length !== 0) return [];",
    noticedBy: "tests/preview/shell/picker/picker_rows_test.ts",
  },
  {
    file: "preview/shell/state/language_list.ts",
    from: 'if (text.trim() === "") return { languages: [], error: null };',
    to: 'if (text.trim() !== "") return { languages: [], error: null };',
    noticedBy: "tests/preview/shell/state/language_list_test.ts",
  },
  {
    file: "preview/shell/state/url_state.ts",
    from: 'return value !== null && value !== "" && isAllowed(name, value) ? [[name, value]] : [];',
    to: 'return value === null && value !== "" && isAllowed(name, value) ? [[name, value]] : [];',
    noticedBy: "tests/preview/shell/state/url_state_test.ts",
  },
  {
    file: "web/assets/host_assets.ts",
    from: 'if (name !== "react-runtime.mjs") {',
    to: 'if (name === "react-runtime.mjs") {',
    noticedBy: "tests/web/assets/host_assets_test.ts",
  },
  {
    file: "web/bundler/check/forbidden.ts",
    from: "if (name === undefined) return diagnostic;",
    to: "if (name !== undefined) return diagnostic;",
    noticedBy: "tests/web/bundler/forbidden_test.ts",
  },
  {
    file: "web/bundler/output/output_folder.ts",
    from: 'for (const name of relative(above, path).split(sep).filter((name) => name !== "")) {',
    to: 'for (const name of relative(above, path).split(sep).filter((name) => name === "")) {',
    noticedBy: "tests/web/bundler/output_folder_test.ts",
  },
  {
    file: "web/canvas/frame/envelope_source.ts",
    from: "if (waiting === undefined) return;",
    to: "if (waiting !== undefined) return;",
    noticedBy: "tests/web/canvas/envelope_source_test.ts",
  },
  {
    file: "web/canvas/page/sealed_frame.ts",
    from: "window: () => this.#frame.contentWindow,",
    to: "window: () => null,",
    noticedBy: "tests/web/canvas/sealed_frame_test.ts",
  },
  {
    file: "web/client/client.ts",
    from:
      "const prepare = (path: string, signal?: AbortSignal) => prepareRequest(PREFIX + path, { signal });",
    to: "const prepare = (path: string, signal?: AbortSignal) => prepareRequest(PREFIX - path, { signal });",
    noticedBy: "tests/web/client/client_test.ts",
  },
  {
    file: "web/client/writer.ts",
    from: 'for await (const { name, content } of typeof bundles === "function" ? bundles() : bundles) {',
    to: 'for await (const { name, content } of typeof bundles !== "function" ? bundles() : bundles) {',
    noticedBy: "tests/web/client/writer_test.ts",
  },
  {
    file: "web/module-function/module_function.ts",
    from: "for (let index = 0; unused.length < 4; index++) {",
    to: "for (let index = 0; unused.length >= 4; index++) {",
    noticedBy: "tests/web/module-function/module_function_test.ts",
  },
  {
    file: "web/scaffold/command.ts",
    from: 'const mayAsk = !input.has("json") && process.stdin.isTTY && process.stderr.isTTY;',
    to: 'const mayAsk = !input.has("json") || process.stdin.isTTY && process.stderr.isTTY;',
    noticedBy: "tests/web/scaffold/command_test.ts",
  },
  {
    file: "web/tck-host/host.ts",
    from: "if (known !== undefined && canonicalJson(known) !== canonicalJson(bundle)) {",
    to: "if (known === undefined && canonicalJson(known) !== canonicalJson(bundle)) {",
    noticedBy: "tests/web/tck-host/host_test.ts",
  },
  {
    file: "web/tck/context.tsx",
    from: "if (context === null) {",
    to: "if (context !== null) {",
    noticedBy: "tests/web/tck/context_test.tsx",
  },
  {
    file: "web/tck/slots.ts",
    from: "const action = slots.actions.find((action) => action.id === id);",
    to: "const action = slots.actions.find((action) => action.id !== id);",
    noticedBy: "tests/web/tck/slots_test.tsx",
  },
];
