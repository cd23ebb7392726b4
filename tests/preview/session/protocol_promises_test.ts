import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { PROTOCOL_PREFIX } from "../../../preview/protocol.ts";
import { MAX_ENTRIES, MAX_WORDS } from "../../../preview/review/review.ts";
import { DEFAULT_LIMITS } from "../../../preview/server/model/mod.ts";
import { PROBLEMS } from "../../../preview/server/problem.ts";
import { bundleRoutes } from "../../../preview/server/routes/bundle_routes.ts";
import { cardRoutes } from "../../../preview/server/routes/card_routes.ts";
import { chatRoutes } from "../../../preview/server/routes/chat_routes.ts";
import { documentHeaders } from "../../../preview/server/routes/card_document.ts";
import { feedRoutes } from "../../../preview/server/routes/feed_routes.ts";
import { projectRoutes } from "../../../preview/server/routes/project_routes.ts";
import { reviewRoutes } from "../../../preview/server/routes/review_routes.ts";
import type { ProtocolRoutesDependencies } from "../../../preview/server/routes/route.ts";

const GUIDE = await readFile(new URL("../../../docs/protocol.md", import.meta.url), "utf8");

/** The addresses of the guide's commands, without their parameters. */
const ADDRESSES = [...GUIDE.matchAll(/"\$PREVIEW([^"?]+)[?"]/g)].map(([, path]) => path!);

const ROUTES = [bundleRoutes, cardRoutes, chatRoutes, feedRoutes, projectRoutes, reviewRoutes]
  .flatMap((routes) => routes({} as ProtocolRoutesDependencies));

Deno.test("the protocol's guide has a command for each route", () => {
  assert.ok(ROUTES.length > 15);
  for (const { path } of ROUTES) {
    const pattern = path.replaceAll(/:\w+(?:\{[^/]*?\}+)?(?=[/.]|$)/g, "[^/]+");
    const found = ADDRESSES.filter((address) => new RegExp(`^${PROTOCOL_PREFIX}${pattern}$`).test(address));
    assert.ok(found.length > 0, `${path} as ${pattern}`);
  }
});

// @reads preview/server/routes/
Deno.test("the protocol's guide has each parameter of the addresses", async () => {
  const folder = new URL("../../../preview/server/routes/", import.meta.url);
  const sources = await Promise.all(
    (await readdir(folder)).map((name) => readFile(new URL(name, folder), "utf8")),
  );
  const names = sources.flatMap((text) =>
    [...text.matchAll(/(?:query|searchParams\.get)\("(\w+)"\)/g)].map(([, name]) => name!)
  );
  assert.ok(names.includes("framed"), `${names}`);
  for (const name of names) assert.match(GUIDE, new RegExp(`[?&\`]${name}=`), name);
});

Deno.test("a document that runs widgets is shown in frames with framed=true, and saved elsewhere, as the guide says", () => {
  const headers = (query: string | undefined, destination: string | undefined) =>
    documentHeaders({ query: () => query, header: () => destination } as never)["content-disposition"];
  assert.deepEqual(
    [
      headers("true", "iframe"),
      headers("true", undefined),
      headers("true", "document"),
      headers(undefined, "iframe"),
    ],
    [undefined, undefined, "attachment", "attachment"],
  );
});

Deno.test("the protocol's guide has each code with its status", async () => {
  const [, table] = GUIDE.split("| status | codes");
  const rows = [...table!.matchAll(/^\| (\d{3}) +\| (.+?) +\|$/gm)];
  const documented = rows.flatMap(([, status, codes]) =>
    [...codes!.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, code]) => `${code} ${status}`)
  );
  const source = await readFile(new URL("../../../preview/server/problem.ts", import.meta.url), "utf8");
  const codes = [...source.matchAll(/^ {2}"([a-z_.]+)": \[/gm)].map(([, code]) => {
    assert.ok(PROBLEMS.isCode(code));
    return `${code} ${PROBLEMS.statusOf(code)}`;
  });
  assert.deepEqual(documented.sort(), codes.sort());
});

Deno.test("the limits in the protocol's guide are those of the code", () => {
  const [, limits] = GUIDE.replaceAll(/\s+/g, " ").split("## Limits ");
  const { bundleBytes, jsonBytes, uploadSeconds, fetchSeconds, pathlessBundles, feedBatches, redirects } =
    DEFAULT_LIMITS;
  const format = (value: number) => value.toLocaleString("en");
  for (
    const sentence of [
      `A bundle has at most ${bundleBytes / 2 ** 20} MiB, a JSON body ${jsonBytes / 2 ** 20} MiB`,
      `${feedBatches} such feeds are kept`,
      `at most ${format(MAX_ENTRIES)} entries and has at most ${format(MAX_WORDS)} characters`,
      `must arrive within ${uploadSeconds} seconds. A fetch takes at most ${fetchSeconds} seconds`,
    ]
  ) {
    assert.ok(limits!.includes(sentence), sentence);
  }
  assert.ok(GUIDE.includes(`at most ${redirects} redirects`));
  assert.ok(GUIDE.includes(`Of more than ${format(pathlessBundles)} such bundles`));
});
