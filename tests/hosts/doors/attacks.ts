import { join } from "node:path";
import { BATCH_KINDS, LIMITS } from "../../../core/contract/mod.ts";
import { formatBatchId } from "../../../core/naming/mod.ts";
import { bearerOf, credentialOf, PATH } from "../submissions/writing_server.ts";
import {
  type Attack,
  buildEach,
  callTool,
  commit,
  DATES,
  DAY,
  head,
  listPaths,
  putBatch,
  range,
  readAll,
  requireAnswer,
  requirePages,
  sendRaw,
} from "./attack_requests.ts";
import { LANGUAGES } from "./attack_languages.ts";
import {
  buildBomb,
  buildBundle,
  buildNoise,
  LARGE_MEMBERS,
  LARGE_MODULES,
  writeConditions,
  writeManifest,
  writeNested,
  writeShapes,
  writeWideText,
} from "./large_bundles.ts";
import { leaveAllUnread, listStreams } from "./unread_answers.ts";

/** The attacks, by the name that `tests/check/limit_table.ts` has for the limits that they reach. */
export const ATTACKS: { readonly [name: string]: Attack } = {
  "bundles": {
    async send(server, scale) {
      const noise = buildEach(Math.min(30, 4 * scale), () => buildNoise());
      const bombs = buildEach(25 * scale, buildBomb);
      const answers = await Promise.all([
        putBatch(server, { user: "noise", date: DAY }, noise),
        putBatch(server, { user: "noise", date: "2026-03-02" }, bombs),
        putBatch(server, { user: "bombs", date: DAY }, bombs),
        putBatch(server, { user: "bombs", date: "2026-03-02" }, noise),
      ]);
      // A body that takes more than 25 s to arrive, as on a busy machine, is rejected.
      const wrong = answers.find((answer) => !["201", "408 batch.too_slow", "closed"].includes(answer));
      if (wrong !== undefined) throw new Error(`A batch was answered ${wrong}`);
    },
  },
  "legacy bundles": {
    async send(server, scale) {
      const bombs = buildEach(25 * scale, (index) => buildBomb(index, { format: null }));
      await commit(server, { user: "legacy", date: DAY }, bombs);
    },
  },
  "manifests": {
    async send(server, scale) {
      for (const member of LARGE_MEMBERS) {
        const manifest = writeManifest(member);
        const bundle = buildBundle({ manifest });
        const isRejected = member.includes('"number"');
        const bundles = Array(isRejected ? 20 * scale : 3).fill(bundle);
        await requireAnswer(isRejected ? "422 batch.invalid" : "201", server, {
          user: "manifests",
          date: DAY,
        }, bundles);
        await requireAnswer(
          isRejected ? "422 batch.invalid" : "413 batch.too_large",
          server,
          { user: "manifests", date: DAY },
          Array(20 * scale).fill(bundle),
        );
      }
    },
  },
  "lists": {
    async prepare(server) {
      for (const [index, date] of DATES.entries()) {
        const manifest = writeManifest(LARGE_MEMBERS[index % 2 === 0 ? 0 : 4]!);
        for (const kind of BATCH_KINDS.slice(2, 4)) {
          await commit(server, { user: "lists", date, kind }, Array(3).fill(buildBundle({ manifest })));
        }
      }
    },
    async send(server, scale) {
      for (const _ of range(scale)) await requirePages(server, "lists", listPaths(DATES));
      for (const path of listPaths(DATES)) await requirePages(server, "lists", [path]);
    },
  },
  "lists at once": {
    async prepare(server) {
      const members = { texts: writeWideText(), shapes: writeShapes() };
      for (const [user, member] of Object.entries(members)) {
        const bundles = Array(4).fill(buildBundle({ manifest: writeManifest(member) }));
        const kinds = user === "texts" ? BATCH_KINDS : BATCH_KINDS.slice(0, 3); // Shapes take seconds to parse.
        for (const kind of kinds) await commit(server, { user, date: DAY, kind }, bundles);
      }
    },
    async send(server, scale) {
      for (const user of ["texts", "shapes"]) {
        for (const path of ["/feed", "/embed/daily-page/v2", "/"]) {
          const statuses = await readAll(server, user, Array(8 * scale).fill(path));
          // A page that waits more than 10 s for its lists, as on a busy machine, is rejected.
          if (statuses.some((status) => status !== 200 && status !== 504)) {
            throw new Error(`${path} was answered ${statuses}`);
          }
        }
        await Promise.all(range(8 * scale).map(() => callTool(server, user, "list_pages", { limit: 20 })));
      }
    },
  },
  "lists of rows": {
    async prepare(server) {
      const large = buildEach(125, (index) => {
        const manifest = writeManifest(writeWideText(LIMITS.manifestObjectBytes)).replace(
          "weather",
          `card-${index}`,
        );
        return buildBundle({ module: `export default ${index};`, manifest });
      });
      // The newest are small.
      for (const [index, date] of DATES.slice(0, 8).entries()) {
        for (const kind of BATCH_KINDS.slice(0, 2)) {
          await commit(server, { user: "rows", date, kind }, index < 5 ? large : [buildBundle({})]);
        }
      }
    },
    async send(server, scale) {
      for (const path of ["/v2/daily-pages?limit=100", "/v2/daily-pages?limit=100&direction=newer", "/"]) {
        await requirePages(server, "rows", [path]);
        const statuses = await readAll(server, "rows", Array(4 * scale).fill(path));
        // A list that waits more than 10 s, as on a busy machine, is rejected.
        if (statuses.some((status) => status !== 200 && status !== 504)) {
          throw new Error(`${path} was answered ${statuses}`);
        }
      }
    },
  },
  "pages": {
    async prepare(server) {
      const small = range(999).map((index) =>
        buildBundle({ manifest: writeManifest(`"title":"${String(index).padEnd(LIMITS.titleLength, "<")}"`) })
      );
      await commit(server, { user: "pages", date: DAY, kind: "morning_brief" }, small);
    },
    async send(server, scale) {
      for (const _ of range(scale)) await requirePages(server, "pages", listPaths([DAY]));
    },
  },
  "printed pages": {
    async prepare(server) {
      await commit(
        server,
        { user: "prints", date: DAY },
        LARGE_MODULES.map((module) => buildBundle({ module })),
      );
      await commit(server, { user: "prints", date: "2026-03-02" }, buildEach(20, buildBomb));
    },
    async send(server, scale) {
      const paths = [DAY, "2026-03-02"].map((date) => `/feed/${formatBatchId(date, "diary")}/print`);
      for (const _ of range(scale)) {
        const statuses = await readAll(server, "prints", paths);
        // A page that takes more than 20 s, as on a busy machine, is rejected.
        if (statuses.some((status) => status !== 200 && status !== 413)) {
          throw new Error(`Printing answered ${statuses}`);
        }
      }
    },
  },
  "modules": {
    async prepare(server) {
      const bundles = [
        ...buildEach(20, buildBomb),
        ...buildEach(20, () => buildNoise(512 * 1024)),
      ];
      await commit(server, { user: "modules", date: DAY }, bundles);
    },
    async send(server, scale) {
      const bombs = buildEach(20, buildBomb).map(({ hash }) => `/api/widgets/v1/${hash}/widget.mjs`);
      for (const _ of range(scale)) {
        const statuses = await readAll(server, "modules", bombs);
        if (statuses.some((status) => status !== 200)) throw new Error(`Modules were answered ${statuses}`);
      }
    },
  },
  "streams": {
    async prepare(server) {
      await commit(server, { user: "streams", date: DAY }, buildEach(12, () => buildNoise()));
    },
    async send(server, scale) {
      const headers = {
        Authorization: `Bearer ${await bearerOf("streams")}`,
        "Content-Type": "application/json",
      };
      const listed = await fetch(`${server.url}/v2/daily-pages`, { headers });
      const { batches: [batch] } = await listed.json();
      const known = batch.widgets.map(({ bundle }: { bundle: { hash: string } }) => bundle.hash);
      const unknown = range(900).map((index) => String(index).padStart(64, "A"));
      await Promise.all(
        range(2 * scale).map(async () => {
          const body = JSON.stringify({ hashes: [...known, ...unknown] });
          const response = await fetch(`${server.url}/api/widgets/v1/bundles`, {
            method: "POST",
            headers,
            body,
          });
          for await (const _ of response.body!);
        }),
      );
    },
  },
  "unread answers": {
    async prepare(server) {
      const kind = "morning_brief";
      await commit(server, { user: "unread", date: DAY, kind }, buildEach(6, () => buildNoise()));
    },
    async send(server) {
      const streams = await listStreams(server, "unread", DAY);
      await leaveAllUnread(server, range(5).flatMap(() => streams));
    },
  },
  "exports": {
    async prepare(server) {
      await commit(server, { user: "exports", date: DAY }, buildEach(6, () => buildNoise()));
      const manifest = writeManifest(LARGE_MEMBERS[2]!);
      await commit(server, { user: "exports", date: "2026-03-02" }, Array(3).fill(buildBundle({ manifest })));
    },
    async send(server) {
      for (const date of [DAY, "2026-03-02"]) {
        const batch = formatBatchId(date, "diary");
        const options = ["--user", "exports", "--batch", batch, join(server.data, "exported")];
        const { code, stderr } = await server.run("export", ...options);
        // Noise is no module: the page says so in its place.
        if (code !== 0 && !stderr.includes("cards could not be shown")) {
          throw new Error(`The export of ${batch} ended with ${code}: ${stderr}`);
        }
      }
    },
  },
  "chats": {
    prepare: async (server) => {
      await commit(
        server,
        { user: "chats", date: DAY },
        Array(3).fill(buildBundle({ manifest: writeManifest(LARGE_MEMBERS[1]!) })),
      );
      await commit(server, { user: "chats", date: "2026-03-02" }, [buildNoise()]);
      const cards = [LARGE_MEMBERS[8]!, writeConditions(), writeNested()].map((member, index) => {
        const manifest = writeManifest(member).replace("weather", `card-${index}`);
        return buildBundle({ module: `export default ${index};`, manifest });
      });
      await commit(server, { user: "chats", date: "2026-03-03" }, cards);
    },
    async send(server, scale) {
      const batch = formatBatchId(DAY, "diary");
      const { hash } = buildBundle({});
      for (const _ of range(2 * scale)) {
        await Promise.all([
          callTool(server, "chats", "list_pages", { limit: 20 }),
          callTool(server, "chats", "show_page", { batch }),
          callTool(server, "chats", "show_card", { batch, widget: "weather" }),
          ...range(3).map((index) =>
            callTool(server, "chats", "show_card", {
              batch: formatBatchId("2026-03-03", "diary"),
              widget: `card-${index}`,
            })
          ),
          ...range(8).map((part) => callTool(server, "chats", "read_bundle", { hash, part })),
        ]);
      }
    },
  },
  "languages": LANGUAGES,
  "requests": {
    async send(server, scale) {
      const long = "a".repeat(7_000);
      const fields = [
        `Cookie: ${"a=b; ".repeat(2_500)}`,
        `Accept-Language: ${"de-AT-x-a;q=0.1,".repeat(900)}`,
        `Accept-Encoding: ${"gzip;q=0.1,".repeat(1_300)}`,
        `If-None-Match: ${'W/"a",'.repeat(2_300)}`,
        `Authorization: Bearer ${"a.".repeat(4_000)}`,
        `Range: bytes=${"0-1,".repeat(3_500)}`,
        `traceparent: ${"0".repeat(14_000)}`,
        range(900).map((index) => `X-${index}: 1`).join("\r\n"),
      ];
      const paths = [
        `/?${long}`,
        `/${"a/".repeat(3_500)}`,
        `/feed/${long}`,
        `/v2/daily-pages?cursor=${long}`,
        `/v2/daily-pages?${"limit=1&".repeat(900)}`,
        `/api/widgets/v1/${long}/widget.mjs`,
        `/login?next=${"%2e%2e%2f".repeat(700)}`,
        `/${"%2f..".repeat(1_400)}`,
      ];
      for (const _ of range(scale)) {
        await Promise.all([
          ...fields.map((field) => sendRaw(server, [head("/", field)])),
          ...paths.map((path) => sendRaw(server, [head(path)])),
        ]);
        await readAll(server, "requests", paths);
      }
    },
  },
  "bodies": {
    async send(server, scale) {
      const post = async (path: string, type: string, body: string) => {
        const headers = {
          "Content-Type": type,
          Accept: "application/json, text/event-stream",
          Origin: server.url,
          Authorization: `Bearer ${await bearerOf("a")}`,
        };
        const response = await fetch(server.url + path, {
          method: "POST",
          headers,
          body,
          redirect: "manual",
        });
        await response.body?.cancel();
      };
      for (const _ of range(scale)) {
        await Promise.all([
          post("/login", "application/x-www-form-urlencoded", "a=b&".repeat(16_000)),
          post("/login", "application/x-www-form-urlencoded", `next=${"%41".repeat(21_000)}`),
          post(
            "/login",
            `multipart/form-data; boundary=b`,
            '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(1_200) + "--b--",
          ),
          post("/mcp", "application/json", `${"[".repeat(32_000)}${"]".repeat(32_000)}`),
          post("/mcp", "application/json", `{"a":${'{"a":'.repeat(12_000)}`),
          post(
            "/mcp",
            "application/json",
            `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_page","arguments":{${
              range(6_000).map((index) => `"a${index}":1`).join()
            }}}}`,
          ),
          ...[490, 4_300].map((count) => {
            const keys = range(count).map((index) => `"${4_294_967_294 - index * 65_536}":1`).join();
            const message = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{${keys}}}}`;
            return post("/mcp", "application/json", message);
          }),
          post("/api/widgets/v1/bundles", "application/json", `{"hashes":[${"{},".repeat(43_000)}1]}`),
          post("/api/widgets/v1/bundles", "application/json", `{"hashes":["${"a".repeat(130_000)}"]}`),
          post("/session/renew", "text/plain", "x".repeat(1_000_000)),
          post("/nothing", "text/plain", "x".repeat(1_000_000)),
        ]);
        const chunk = new Uint8Array(1_000_000);
        const chunked = "POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n";
        const parts = range(12).flatMap(() => [`${chunk.length.toString(16)}\r\n`, chunk, "\r\n"]);
        await Promise.all(
          ["/login", "/mcp", "/nothing", "/logout", "/session/renew"].map((path) =>
            sendRaw(server, [chunked.replace("/login", path), ...parts, "0\r\n\r\n"])
          ),
        );
      }
    },
  },
  "pipelining": {
    async send(server, scale) {
      const sendEach = (bytes: string) => Promise.all(range(4 * scale).map(() => sendRaw(server, [bytes])));
      await sendEach(head("/healthz").repeat(100));
      await sendEach(head("/").repeat(20_000));
      await sendEach(head("/", `X: ${"a".repeat(15_000)}`).repeat(100));
    },
  },
  "framing": {
    async send(server, scale) {
      const send = async (body: string | Uint8Array<ArrayBuffer>) => {
        const response = await fetch(`${server.url}${PATH}?user=ada&date=${DAY}&kind=diary&task=t`, {
          method: "PUT",
          headers: {
            Authorization: `Bearer ${await credentialOf(["ada"])}`,
            "Idempotency-Key": crypto.randomUUID(),
          },
          body,
        });
        if (response.status < 400) throw new Error("A body that is no batch was committed");
        await response.body?.cancel();
      };
      for (const _ of range(scale)) {
        await send("x".repeat(4_000_000));
        await send("\n".repeat(4_000_000));
        await send(
          range(60_000).map((index) => `{"name":"001_${index.toString(36)}.tckb","size":0}\n`).join(""),
        );
        await send(`{"name":"001_${"a".repeat(LIMITS.bundleFileNameLength)}.tckb","size":1}\n`.repeat(3));
        await send(`${"[".repeat(1_000)}\n`);
        await send(new Uint8Array(8_000_000));
      }
    },
  },
  "logs": {
    async send(server, scale) {
      const bundles = range(20 * scale).map(() =>
        buildBundle({
          manifest: writeManifest(`"${"\\u001b[31m".repeat(10_000)}":1,"sizes":[]`),
          format: "{",
        })
      );
      await requireAnswer("422 batch.invalid", server, { user: "logs", date: DAY }, bundles);
      await readAll(server, "logs", range(200).map((index) => `/feed/${"%1b%0a".repeat(1_000)}${index}`));
    },
  },
};
