import { readdir, readFile } from "node:fs/promises";
import type { Answer, Json, Question } from "./suite.ts";
import vectors from "./vectors.json" with { type: "json" };

/** The question for every runtime, and the answers that each must give. */
export interface Vectors {
  question: Question;
  /** The bundle hash of each good envelope, and the error code of each bad one. */
  envelopes: { [name: string]: string };
  /** By the number of the call. A message is given only where it is tested. */
  calls: Partial<Answer>[];
}

interface Vector {
  with: Json[];
  gives?: Json;
  throws?: string;
  message?: string;
}

const FIXTURES = new URL("../../fixtures/tckb/", import.meta.url);

/**
 * Reads the vectors: `vectors.json`, whose answers come from the specification and are changed only by hand, and the
 * envelopes of `fixtures/tckb`, where the name of a bad one begins with its error code.
 */
export async function readVectors(): Promise<Vectors> {
  const calls = Object.entries(vectors.calls as { [call: string]: Vector[] }).flatMap(([call, list]) =>
    list.map(({ with: values, ...answer }) => ({ asked: { call, with: values }, answer }))
  );
  const bad = await readEnvelopes("bad");
  return {
    question: {
      envelopes: { ...await readEnvelopes("good"), ...bad },
      calls: calls.map(({ asked }) => asked),
    },
    envelopes: {
      ...vectors.envelopes,
      ...Object.fromEntries(Object.keys(bad).map((name) => [name, codeOf(name)])),
    },
    calls: calls.map(({ answer }) => answer as Partial<Answer>),
  };
}

async function readEnvelopes(folder: string): Promise<{ [name: string]: string }> {
  const files = (await readdir(new URL(folder, FIXTURES))).sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => {
      const name = `${folder}/${file}`;
      return [name, await readFile(new URL(name, FIXTURES), "base64")] as const;
    })),
  );
}

/** `bad/zip.overlap__entry_within_entry.tckb` is rejected with `zip.overlap`. */
function codeOf(name: string): string {
  return name.slice("bad/".length, name.indexOf("__"));
}
