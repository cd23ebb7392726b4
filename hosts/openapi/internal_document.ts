import * as v from "valibot";
import { BATCH_KINDS } from "../../core/contract/mod.ts";
import { BATCHES_PATH, type ProblemCode } from "../routes/mod.ts";
import { COMMITTED_BATCH, PROBLEM } from "./answers.ts";
import { buildProblemResponses, type Json, type OpenApiDocument, toSchema } from "./document.ts";

const ID = "putBatch";

/** The parameters of the operation. `readBatchQuery`, `readKey` and `readReplaces` read them. */
const PARAMETERS: readonly (readonly [name: string, place: "query" | "header", schema: v.GenericSchema])[] = [
  ["user", "query", v.pipe(v.string(), v.description("The user, whom the credential names"))],
  ["date", "query", v.pipe(v.string(), v.isoDate(), v.description("The user's day"))],
  ["kind", "query", v.pipe(v.picklist(BATCH_KINDS), v.description("What the batch is for"))],
  ["task", "query", v.pipe(v.string(), v.maxLength(256), v.description("The task that made the batch"))],
  [
    "strict",
    "query",
    v.pipe(v.literal("true"), v.description("Whether one invalid bundle makes the commit fail")),
  ],
  [
    "Idempotency-Key",
    "header",
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9._:-]{1,128}$/),
      v.description(
        "A batch is committed once for each key of a user. Send the same key again after any error",
      ),
    ),
  ],
  [
    "If-Match",
    "header",
    v.pipe(v.string(), v.description("The revision that the batch replaces, in quotation marks")),
  ],
  [
    "If-None-Match",
    "header",
    v.pipe(v.literal("*"), v.description("The user has no such batch yet")),
  ],
];

const OPTIONAL = ["strict", "If-Match", "If-None-Match"];

const PROBLEMS: readonly ProblemCode[] = [
  "daily_page.invalid_query",
  "request.malformed",
  "batch.malformed",
  "auth.unauthenticated",
  "auth.insufficient_scope",
  "request.forbidden",
  "batch.too_slow",
  "batch.other_revision",
  "batch.too_large",
  "batch.invalid",
  "batch.key_reused",
  "server.failed",
  "batch.busy",
  "storage.unavailable",
];

/** Builds the OpenAPI document of what other programs than this project's services call of the storage service. */
export function buildInternalOpenApi(): OpenApiDocument {
  return {
    openapi: "3.1.0",
    info: {
      title: "Daily pages, internal",
      version: "1",
      description: "What writers send to the storage service. It belongs in a private network.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The server of this document" }],
    security: [{ writer: [] }],
    tags: [{ name: "batches", description: "The batches of the users whom the credential names" }],
    paths: { [BATCHES_PATH]: { put: OPERATION } },
    components: {
      schemas: { CommittedBatch: toSchema(COMMITTED_BATCH), Problem: toSchema(PROBLEM) },
      securitySchemes: {
        writer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "sub is the writer, exp is required, aud is tck-internal, scope is tck.commit; users is a list of " +
            "user ids, of which one that ends in * stands for all that begin so",
        },
      },
    },
  };
}

const OPERATION: Json = {
  operationId: ID,
  tags: ["batches"],
  summary: "Commit a batch whole or not at all, once for each idempotency key",
  parameters: PARAMETERS.map(([name, place, schema]) => {
    const { description, ...rest } = toSchema(schema);
    return { name, in: place, required: !OPTIONAL.includes(name), description, schema: rest };
  }),
  requestBody: {
    required: true,
    description: "The bundles one after another: for each a line of JSON with its name and size, such as " +
      '{"name":"001_weather.tckb","size":123}, a line feed, and that many bytes of the envelope',
    content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
  },
  responses: {
    "200": describeAnswer("An earlier request with the key was committed, and this one changed nothing"),
    "201": describeAnswer("The batch is committed"),
    ...buildProblemResponses(ID, PROBLEMS),
  },
};

function describeAnswer(description: string): Json {
  return {
    description,
    content: { "application/json": { schema: { $ref: "#/components/schemas/CommittedBatch" } } },
  };
}
