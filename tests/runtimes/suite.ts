import * as bytes from "../../core/bytes/mod.ts";
import * as commit from "../../core/commit/mod.ts";
import * as contract from "../../core/contract/mod.ts";
import * as errors from "../../core/errors/mod.ts";
import * as feed from "../../core/feed/mod.ts";
import * as manifest from "../../core/manifest/mod.ts";
import * as naming from "../../core/naming/mod.ts";
import * as problem from "../../core/problem/mod.ts";
import * as tckb from "../../core/tckb/mod.ts";
import * as core from "../../mod.ts";

/** Every function of the core, by name. */
const FUNCTIONS: { readonly [name: string]: unknown } = {
  ...bytes,
  ...commit,
  ...contract,
  ...errors,
  ...feed,
  ...manifest,
  ...naming,
  ...problem,
  ...tckb,
};

/** A JSON value; bytes are written in one of the forms of {@linkcode decodeArgument}. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Envelopes to read, in base64 by name, and functions of the core to call. */
export interface Question {
  envelopes: { [name: string]: string };
  calls: { call: string; with: Json[] }[];
}

/** The answers of a runtime, in the order of the question. */
export interface Answers {
  envelopes: { [name: string]: Answer };
  calls: Answer[];
}

/** The result of a call, or the code and message of the error that it throws; an error without a code has its name instead. */
export type Answer = { gives: Json } | { throws: string; message: string };

/** Parts of the codec that a host uses instead of the core's own. */
export type Codec = Pick<core.ReadTckbOptions, "inflate" | "sha384" | "crc32">;

/** The suite: answers a question in JSON with answers in JSON, using only the core. */
export async function answerQuestion(question: string, codec: Codec = {}): Promise<string> {
  const { envelopes, calls } = JSON.parse(question) as Question;
  const archives = new Map(Object.entries(envelopes).map(([name, text]) => [name, fromBase64(text)]));
  const answers: Answers = { envelopes: {}, calls: [] };
  for (const [name, bytes] of archives) {
    answers.envelopes[name] = await attempt(() => describeEnvelope(bytes, codec));
  }
  for (const { call, with: encoded } of calls) {
    const values = encoded.map((argument) => decodeArgument(argument, archives));
    answers.calls.push(await attempt(async () => await encodeResult(await findFunction(call)(...values))));
  }
  return JSON.stringify(answers);
}

/** Everything that the reader returns about an envelope, with digests of its parts. */
async function describeEnvelope(bytes: Uint8Array, codec: Codec): Promise<Json> {
  const tckb = await core.readTckb(bytes, codec);
  const entries: Json = {};
  for (const entry of tckb.entries) {
    entries[entry.name] = await digest((await core.readEntry(bytes, entry.name, codec))!);
  }
  return {
    hash: tckb.hash,
    module: await digest(tckb.module),
    css: tckb.css && await digest(tckb.css),
    propertiesCss: tckb.propertiesCss && await digest(tckb.propertiesCss),
    manifest: tckb.manifest,
    cssCovered: tckb.cssCovered,
    cards: [...tckb.cards.keys()],
    entries,
  };
}

async function attempt(act: () => Promise<Json>): Promise<Answer> {
  try {
    return { gives: await act() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
    return { throws: code, message: error.message };
  }
}

function findFunction(name: string): (...values: unknown[]) => unknown {
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (typeof found !== "function") {
    throw new TypeError(`Cannot call ${name}: the core exports no such function`);
  }
  return found as (...values: unknown[]) => unknown;
}

/**
 * A JSON value as an argument. Bytes are `{"$utf8": text}`, `{"$base64": text}`, `{"$repeat": [text, times]}`,
 * `{"$lines": count}` (that many different lines of JavaScript) or `{"$envelope": name}`; a text that is not well-formed
 * is `{"$utf16": [unit, …]}`.
 */
function decodeArgument(value: Json, envelopes: ReadonlyMap<string, Uint8Array>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => decodeArgument(item, envelopes));
  const { $utf8, $utf16, $base64, $repeat, $lines, $envelope } = value;
  if (typeof $utf8 === "string") return new TextEncoder().encode($utf8);
  if (Array.isArray($utf16)) return String.fromCharCode(...$utf16.map(Number));
  if (typeof $base64 === "string") return fromBase64($base64);
  if (Array.isArray($repeat)) return new TextEncoder().encode(String($repeat[0]).repeat(Number($repeat[1])));
  if (typeof $lines === "number") return new TextEncoder().encode(writeLines($lines));
  if (typeof $envelope === "string") return envelopes.get($envelope);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, decodeArgument(item, envelopes)]),
  );
}

/** Lines that compress neither well nor badly, as a module does. */
function writeLines(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `export const value${index} = ${Math.imul(index, 2654435761) >>> 0};\n`,
  ).join("");
}

/** Longest bytes that an answer holds as they are; longer ones are given by their digest. */
const SHOWN_BYTES = 64;

async function encodeResult(value: unknown): Promise<Json> {
  if (value instanceof Uint8Array) {
    return value.length > SHOWN_BYTES
      ? { $sha384: await digest(value), $length: value.length }
      : { $base64: toBase64(value) };
  }
  if (Array.isArray(value)) return await Promise.all(value.map(encodeResult));
  if (typeof value !== "object" || value === null) return value === undefined ? null : value as Json;
  const encoded: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) encoded[key] = await encodeResult(item);
  return encoded;
}

/** SHA-384 in base64url, by the runtime itself. */
async function digest(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-384", bytes as Uint8Array<ArrayBuffer>);
  return toBase64(new Uint8Array(hash)).replaceAll("+", "-").replaceAll("/", "_");
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
