import { type JsonSchema, type OverrideSchemaContext, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { PROBLEM_TYPE } from "../../core/problem/mod.ts";
import { type ProblemCode, PROBLEMS } from "../routes/http/mod.ts";
import { BATCH, BATCH_LIST, PROBLEM, SESSION, WIDGET } from "./answers.ts";
import { exampleOf, exampleOfProblem } from "./examples.ts";
import { COMMON_PROBLEMS, type Operation, OPERATIONS } from "./operations.ts";

/** A part of a document. */
export type Json = { [field: string]: unknown };

/** An OpenAPI 3.1 document, as plain JSON. */
export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string; license: Json };
  servers: readonly Json[];
  security: readonly Json[];
  tags: readonly { name: string; description: string }[];
  paths: { [path: string]: { [method: string]: Json } };
  components: Json;
}

const SCHEMAS = { Batch: BATCH, BatchList: BATCH_LIST, Problem: PROBLEM, Session: SESSION, Widget: WIDGET };

/** Builds the OpenAPI document of the public API from the definitions by which the routes validate. */
export function buildOpenApi(): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Daily pages",
      version: "2",
      description: "What clients read: the batches of a user, their widgets, and the bundles of these.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The server of this document" }],
    security: [{ bearer: [] }],
    tags: [
      { name: "pages", description: "The pages of the bearer's user. Data of another user is not found" },
      { name: "sessions", description: "For web apps that exchange a session for a bearer" },
    ],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, toSchema(schema)])),
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "sub is the user, exp is required, aud is tck-cloud; the scope is tck.read",
        },
      },
    },
  };
}

function describe({ id, tag, summary, parameters, answer, problems }: Operation): Json {
  const isBytes = answer === "application/octet-stream";
  const content = isBytes
    ? { [answer]: { schema: { type: "string", format: "binary" } } }
    : { "application/json": { schema: { $ref: `#/components/schemas/${answer}` }, example: exampleOf(id) } };
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(parameters.length === 0 ? {} : {
      parameters: parameters.map(({ name, in: place, schema }) => {
        const { description, ...rest } = toSchema(schema);
        return { name, in: place, required: place === "path", description, schema: rest };
      }),
    }),
    responses: {
      "200": { description: isBytes ? "The envelope" : "The answer", content },
      ...(isBytes ? { "206": { description: "The requested range", content } } : {}),
      ...(isBytes ? { "304": { description: "The client has the current envelope" } } : {}),
      ...buildProblemResponses(id, [...problems, ...COMMON_PROBLEMS]),
    },
  };
}

/** One response for each status, which lists its codes and has an example of each. */
export function buildProblemResponses(id: string, codes: readonly ProblemCode[]): Json {
  const responses: Json = {};
  for (const [status, group] of Map.groupBy(codes, (code) => PROBLEMS.statusOf(code))) {
    responses[status] = {
      description: group.map((code) => `${code}: ${PROBLEMS.create(code, "").title}`).join(". "),
      content: {
        [PROBLEM_TYPE]: {
          schema: { $ref: "#/components/schemas/Problem" },
          examples: Object.fromEntries(group.map((code) => [code, { value: exampleOfProblem(id, code) }])),
        },
      },
    };
  }
  return responses;
}

/** The draft is that of OpenAPI 3.1. */
export function toSchema(schema: v.GenericSchema): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, { target: "draft-2020-12", overrideSchema: joinNull });
  return rest;
}

/** `string | null` is one type, and not a choice of two schemas. */
function joinNull({ valibotSchema, jsonSchema }: OverrideSchemaContext): JsonSchema | undefined {
  const value = valibotSchema.type === "nullable" && jsonSchema.anyOf?.[0];
  return value && typeof value === "object" && typeof value.type === "string"
    ? { ...value, type: [value.type, "null"] }
    : undefined;
}
