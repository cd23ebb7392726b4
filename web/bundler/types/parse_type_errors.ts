import type { Diagnostic } from "../diagnostic.ts";

/** One error of `tsc`. */
export interface TypeError extends Pick<Diagnostic, "file" | "line" | "column" | "message"> {
  /** TypeScript's number. */
  code: number;
}

/** The most errors that are reported: `tsc` can print thousands after one mistake. */
const MAX_ERRORS = 50;

const ERROR = /^(?:(.+?)\((\d+),(\d+)\): )?error TS(\d+): (.*)$/s;

/**
 * Reads the output of `tsc --pretty false`: a line for each error, and indented lines that explain it. The innermost
 * explanation says which part of a value is wrong.
 */
export function parseTypeErrors(output: string): TypeError[] {
  const errors: TypeError[] = [];
  const details: string[][] = [];
  for (const text of output.split(/\r?\n/)) {
    const [whole, file, line, column, code, message] = ERROR.exec(text) ?? [];
    if (whole !== undefined) {
      const place = { file: file ?? null, line: toNumber(line), column: toNumber(column) };
      errors.push({ ...place, code: Number(code), message: message! });
      details.push([]);
    } else if (/^\s+\S/.test(text)) details.at(-1)?.push(text.trim());
  }
  return errors.slice(0, MAX_ERRORS).map((error, index) => {
    const message = [error.message, ...details[index]!.slice(-1)].join(" ");
    return { ...error, message: message.replace(/\.$/, "").slice(0, 500) };
  });
}

/**
 * Reads the files that `tsc --listFiles` prints after the errors: a line for each, with its whole path. Errors have paths from
 * the folder in which it runs.
 */
export function parseListedFiles(output: string): string[] {
  return output.split(/\r?\n/).filter((line) => /^(?:\/|[a-z]:[\\/])/i.test(line));
}

function toNumber(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
