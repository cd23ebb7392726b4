import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { type Answer, checkConformance } from "../../../hosts/conformance/mod.ts";
import { BATCH, BATCH_LIST, buildOpenApi, PROBLEM, SESSION, WIDGET } from "../../../hosts/openapi/mod.ts";
import recorded from "../../../hosts/openapi/examples.json" with { type: "json" };
import { runCommandHere } from "../cli/command_here.ts";
import { preparedFolder, startCommand } from "../cli/command_process.ts";
import { bearerOf, commitSamples, SECRET, urlOf, USER } from "../conformance/samples.ts";

const FILE = fileURLToPath(new URL("../../../hosts/openapi/examples.json", import.meta.url));

const document = buildOpenApi();

/** Each operation with a pattern for the paths of its requests. */
const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    id: String(operationId),
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/, "[^/?]+").replaceAll(".", "\\.")}(?:\\?.*)?$`),
    hasParameter: path.includes("{"),
  }))
);

/** Operations with a fixed path come first: `/session` is not the batch of this name. */
function operationOf({ method, path }: Answer): string | undefined {
  return OPERATIONS.toSorted((one, other) => Number(one.hasParameter) - Number(other.hasParameter))
    .find((operation) => operation.method === method && operation.pattern.test(path))?.id;
}

/** What differs from run to run. */
function normalize(text: string): string {
  return text.replaceAll(/("committedAt":)"[^"]+"/g, '$1"2026-01-31T06:00:12.345Z"')
    .replaceAll(/("nextCursor":)"[^"]+"/g, '$1"eyJvIjoi…"')
    .replaceAll(/ \d{4}-\d\d-\d\dT[\d:.]+Z/g, " 2026-01-31T06:00:12.345Z");
}

async function record(): Promise<{ [operation: string]: { [statusOrCode: string]: unknown } }> {
  await using store = await preparedFolder();
  const environment = { TCK_AUTH_SECRET: SECRET };
  await using server = startCommand(["serve", "--port", "0", "--data", store.path, "--json"], environment);
  const url = await urlOf(server);
  await commitSamples((args) => runCommandHere(args, environment), ["--data", store.path]);
  const texts = new Map<string, Map<string, string[]>>();
  const onAnswer = (answer: Answer) => {
    const operation = operationOf(answer);
    const isJson = /\bjson\b/.test(answer.headers.get("Content-Type") ?? "");
    // A list of nothing shows nobody what a batch is.
    if (operation === undefined || !isJson || /^$|"batches":\[\]/.test(answer.text)) return;
    const key = answer.status === 200 ? "200" : JSON.parse(answer.text).code;
    const byKey = texts.get(operation) ?? new Map<string, string[]>();
    texts.set(operation, byKey);
    byKey.set(key, [...byKey.get(key) ?? [], normalize(answer.text)]);
  };
  const [token, otherToken] = [await bearerOf(USER), await bearerOf("bob")];
  await checkConformance({ url, token, otherToken, onAnswer });
  // The checks run side by side: the shortest answer is the same in each run.
  const pick = (all: readonly string[]) =>
    JSON.parse(all.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))[0]!);
  const sorted = <Value>(map: Map<string, Value>) => [...map].sort(([one], [other]) => one < other ? -1 : 1);
  return Object.fromEntries(
    sorted(texts).map(([operation, byKey]) => [
      operation,
      Object.fromEntries(sorted(byKey).map(([key, all]) => [key, pick(all)])),
    ]),
  );
}

Deno.test("the examples are what the public API answers in a conformance run", async () => {
  const found = await record();
  if (process.argv.includes("--update")) return await writeFile(FILE, `${JSON.stringify(found, null, 2)}\n`);
  assert.deepEqual(recorded, found, "run this test with `-- --update`");
});

Deno.test("every JSON response has an example, which its schema accepts", () => {
  const schemas = { BatchList: BATCH_LIST, Batch: BATCH, Widget: WIDGET, Session: SESSION, Problem: PROBLEM };
  let count = 0;
  for (
    const { operationId, responses } of Object.values(document.paths).flatMap((all) => Object.values(all))
  ) {
    for (const [status, { content = {} }] of Object.entries(responses as Responses)) {
      for (const [type, { schema, example, examples }] of Object.entries(content)) {
        if (!type.includes("json")) continue;
        const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
        assert.ok(values.length > 0);
        for (const value of values) {
          const name = schema.$ref!.split("/").at(-1) as keyof typeof schemas;
          assert.ok(v.is(schemas[name], value), `${operationId} ${status}: ${JSON.stringify(value)}`);
          if (name === "Problem") assert.equal((value as { status: number }).status, Number(status));
          count++;
        }
      }
    }
  }
  assert.ok(count > 40, String(count));
});

interface Responses {
  [status: string]: {
    content?: {
      [type: string]: {
        schema: { $ref?: string };
        example?: unknown;
        examples?: { [code: string]: { value: unknown } };
      };
    };
  };
}
