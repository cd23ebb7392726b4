import { readFile } from "node:fs/promises";

/** One instruction of a Containerfile. */
export interface Instruction {
  /** `FROM`, `RUN` … */
  name: string;
  /** What follows, without the line breaks. */
  text: string;
}

/** Reads the instructions of a Containerfile, by stages: each begins with `FROM`. */
export async function readContainerfile(path: string): Promise<Instruction[][]> {
  const text = (await readFile(path, "utf8")).replace(/^#.*\n/gm, "").replace(/\\\n/g, " ");
  const stages: Instruction[][] = [];
  for (const line of text.split("\n").filter((line) => line.trim() !== "")) {
    const [, name, rest] = /^([A-Z]+) +(.*)$/.exec(line)!;
    if (name === "FROM") stages.push([]);
    stages.at(-1)!.push({ name: name!, text: rest! });
  }
  return stages;
}

/** The words of an instruction in JSON form. */
export function readWords({ text }: Instruction): string[] {
  return JSON.parse(text.slice(text.indexOf("[")));
}
