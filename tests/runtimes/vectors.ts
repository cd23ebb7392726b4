import { readdir, readFile } from "node:fs/promises";
import type { Answer, Json, Question } from "./suite.ts";
import vectors from "./vectors.json" with { type: "json" };

/** What is asked of every runtime, and what each must answer at the least. */
export interface Vectors {
  question: Question;
  /** The bundle hash of each good envelope, the error's code of each bad one. */
  envelopes: { [name: string]: string };
  /** By the number of the call. A message stands only where it matters. */
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
 * The vectors: `vectors.json`, whose answers are the specification's and are only ever changed by hand, and the envelopes
 * of `fixtures/tckb`, of which a bad one has the code of its error as its name.
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

/** `bad/zip.overlap__entry_within_entry.tckb` is refused with `zip.overlap`. */
function codeOf(name: string): string {
  return name.slice("bad/".length, name.indexOf("__"));
}
