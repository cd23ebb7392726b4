import { sha384Base64Url } from "../../core/bytes/mod.ts";
import { readTckb, type Tckb } from "../../core/tckb/mod.ts";
import { type Check, check } from "./check.ts";
import {
  expect,
  expectHeader,
  expectIsolation,
  expectMethods,
  expectProblem,
  expectRanges,
  expectRevalidation,
  expectStatus,
  readTag,
} from "./expectations.ts";
import { type Answer, LIST, type Sent, type Service } from "./service.ts";

const WIDGETS = "/api/widgets/v1";
const ABSENT_HASH = "A".repeat(64);
const BAD_HASHES = [
  ...["short", "A".repeat(63), "A".repeat(65), "A".repeat(5_000), "%ff"],
  ...["=", "%2B", "%2e", "%2F"].map((end) => "A".repeat(63) + end),
  ...["=", "%20", "%0A", "%00"].map((end) => "A".repeat(64) + end),
];

const ENVELOPES: readonly [route: string, path: (hash: string) => string, service: "cloud" | "app"][] = [
  [`GET ${LIST}/bundles/{hash}.tckb`, (hash) => `${LIST}/bundles/${hash}.tckb`, "cloud"],
  [`GET ${WIDGETS}/{hash}/bundle.tckb`, (hash) => `${WIDGETS}/${hash}/bundle.tckb`, "app"],
];

/** Envelopes, modules and stylesheets (lifecycle specification, §4, bundle route rules). */
export const BUNDLE_CHECKS: readonly Check[] = [
  ...ENVELOPES.flatMap(([route, path, name]) => checkEnvelopes(route, path, name)),
  check(`GET ${LIST}/bundles/{file}`, "rejects a file of another extension", async ({ cloud }) => {
    for (const end of ["", ".TCKB", ".tckb.tckb"]) {
      expectProblem(await cloud(`${LIST}/bundles/${ABSENT_HASH}${end}`), 400, "bundle.invalid_hash");
    }
  }),
  ...checkModule(),
  ...checkStylesheets(),
  ...checkHashes("widget.mjs"),
  check(
    `GET ${WIDGETS}/{hash}/{file}`,
    "serves no other entries of the envelope",
    async ({ app, samples }) => {
      const { hash } = (await samples()).widget.bundle;
      const files = [
        "manifest.json",
        "format.json",
        "widget.js",
        "widget.MJS",
        "constructor",
        "__proto__",
        "",
      ];
      for (const file of [...files, "..%2Fwidget.mjs", "widget.mjs/"]) {
        expectProblem(await app(`${WIDGETS}/${hash}/${file}`), 404, "route.not_found");
      }
    },
  ),
  check(
    `GET ${WIDGETS}/{hash}/widget.mjs?mock=true`,
    "serves fixtures only, to a client without a bearer too",
    async ({ app }) => {
      const path = `${WIDGETS}/${ABSENT_HASH}/widget.mjs`;
      expectProblem(await app(`${path}?mock=true`, { token: null }), 404, "bundle.not_found");
      expectProblem(await app(`${path}?mock=yes`), 400, "daily_page.invalid_query");
    },
  ),
];

function checkEnvelopes(route: string, path: (hash: string) => string, name: "cloud" | "app"): Check[] {
  const open = async (service: Service) => {
    const { hash, size } = (await service.samples()).widget.bundle;
    return { hash, size, ask: (sent?: Sent) => service[name](path(hash), sent) };
  };
  return [
    check(route, "answers with the envelope whose widget.mjs has the hash", async (service) => {
      const { hash, size, ask } = await open(service);
      const answer = await ask();
      expectStatus(answer, 200);
      expectHeader(answer, "Content-Type", "application/octet-stream");
      expectHeader(answer, "Cache-Control", /^private\b/);
      expectIsolation(answer);
      readTag(answer);
      expect(answer.bytes.length === size, answer, `expected ${size} bytes, it has ${answer.bytes.length}`);
      await unpack(answer, hash);
    }),
    check(
      route,
      "has a strong ETag, 304 for a client that has it, and HEAD",
      async (service) => await expectRevalidation((await open(service)).ask),
    ),
    check(route, "sends ranges", async (service) => await expectRanges((await open(service)).ask)),
    check(route, "rejects an invalid hash", async (service) => {
      for (const hash of BAD_HASHES) {
        expectProblem(await service[name](path(hash)), 400, "bundle.invalid_hash");
      }
    }),
    check(route, "answers 404 for a hash that the user does not have", async (service) => {
      expectProblem(await service[name](path(ABSENT_HASH)), 404, "bundle.not_found");
      const head = await service[name](path(ABSENT_HASH), { method: "HEAD" });
      expectStatus(head, 404);
    }),
    check(
      route,
      "has the methods GET, HEAD and OPTIONS",
      (service) => expectMethods((sent) => service[name](path(ABSENT_HASH), sent)),
    ),
  ];
}

function checkModule(): Check[] {
  const route = `GET ${WIDGETS}/{hash}/widget.mjs`;
  const open = async (service: Service) => {
    const { hash } = (await service.samples()).widget.bundle;
    return { hash, ask: (sent?: Sent) => service.app(`${WIDGETS}/${hash}/widget.mjs`, sent) };
  };
  return [
    check(route, "answers with the module whose SHA-384 is the hash, immutable", async (service) => {
      const { hash, ask } = await open(service);
      for (const encoding of ["identity", "gzip", "gzip, deflate, br, zstd"]) {
        const answer = await ask({ headers: { "Accept-Encoding": encoding } });
        expectStatus(answer, 200);
        expectHeader(answer, "Content-Type", /^application\/javascript\b/);
        expectHeader(answer, "Cache-Control", "public, max-age=31536000, immutable");
        expectHeader(answer, "Vary", /\bAccept-Encoding\b/i);
        expectIsolation(answer);
        const found = await sha384Base64Url(answer.bytes);
        expect(
          found === hash,
          answer,
          `expected SHA-384 ${hash} with Accept-Encoding ${encoding}, it is ${found}`,
        );
      }
    }),
    check(
      route,
      "has a strong ETag, 304 for a client that has it, and HEAD",
      async (service) => await expectRevalidation((await open(service)).ask),
    ),
    check(route, "sends ranges", async (service) => await expectRanges((await open(service)).ask)),
    check(
      route,
      "has the methods GET, HEAD and OPTIONS",
      async (service) => await expectMethods((await open(service)).ask),
    ),
    check(route, "is rejected as the script of a service worker", async (service) => {
      const { ask } = await open(service);
      expectProblem(await ask({ headers: { "Service-Worker": "script" } }), 403, "request.forbidden");
    }),
  ];
}

/** A stylesheet is that of the envelope, and immutable only if the module's hash covers it. */
function checkStylesheets(): Check[] {
  const files = [["widget.css", "css"], ["widget.properties.css", "propertiesCss"]] as const;
  return files.map(([file, field]) =>
    check(
      `GET ${WIDGETS}/{hash}/${file}`,
      "answers with the stylesheet of the envelope, or 404",
      async ({ app, cloud, samples }) => {
        const { hash } = (await samples()).widget.bundle;
        const tckb = await unpack(await cloud(`${LIST}/bundles/${hash}.tckb`), hash);
        const answer = await app(`${WIDGETS}/${hash}/${file}`);
        const expected = tckb[field];
        if (expected === null) return expectProblem(answer, 404, "bundle.not_found");
        expectStatus(answer, 200);
        expectHeader(answer, "Content-Type", /^text\/css; charset=utf-8$/i);
        expectHeader(
          answer,
          "Cache-Control",
          tckb.cssCovered ? "public, max-age=31536000, immutable" : "private, no-cache",
        );
        expectIsolation(answer);
        readTag(answer);
        const isSame = await sha384Base64Url(answer.bytes) === await sha384Base64Url(expected);
        expect(isSame, answer, "expected the bytes of the envelope");
      },
    )
  );
}

function checkHashes(file: string): Check[] {
  const route = `GET ${WIDGETS}/{hash}/${file}`;
  return [
    check(route, "rejects an invalid hash", async ({ app }) => {
      for (const path of BAD_HASHES.map((hash) => `${WIDGETS}/${hash}/${file}`)) {
        expectProblem(await app(path), 400, "bundle.invalid_hash");
        expectProblem(await app(`${path}?mock=true`), 400, "bundle.invalid_hash");
      }
    }),
    check(
      route,
      "answers 404 for a hash that the user does not have, and 401 without a bearer",
      async ({ app }) => {
        const path = `${WIDGETS}/${ABSENT_HASH}/${file}`;
        expectProblem(await app(path), 404, "bundle.not_found");
        expectProblem(await app(path, { token: null }), 401, "auth.unauthenticated");
      },
    ),
  ];
}

async function unpack(answer: Answer, hash: string): Promise<Tckb> {
  try {
    return await readTckb(answer.bytes, { expectedHash: hash });
  } catch (error) {
    expect(false, answer, `expected an envelope of hash ${hash}: ${error}`);
    throw error;
  }
}
