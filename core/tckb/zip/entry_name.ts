import { quote } from "../../errors/mod.ts";
import { TckbUnpackError } from "../errors.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes an entry's name. Names that are not ASCII must be UTF-8 and flagged so: of others, readers make different
 * names. A name must be a plain relative path, so that it stays below any folder it is joined to.
 */
export function decodeName(bytes: Uint8Array, flaggedUtf8: boolean): string {
  const ascii = decodeAscii(bytes);
  if (ascii === null && !flaggedUtf8) throw encodingError("it is not ASCII and not flagged as UTF-8");
  const name = ascii ?? decodeUtf8(bytes);
  checkName(name);
  return name;
}

/** Refuses a name that was there before, also one that differs only in case or Unicode form. */
export function checkNamesDiffer(names: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const folded = fold(name);
    const other = seen.get(folded);
    if (other === name) {
      throw new TckbUnpackError(
        "zip.duplicate_name",
        `Cannot accept entry ${quote(name)}: it is there twice`,
      );
    }
    if (other !== undefined) {
      throw new TckbUnpackError(
        "zip.name_collision",
        `Cannot accept entry ${quote(name)}: it differs from ${quote(other)} only in case or Unicode form`,
      );
    }
    seen.set(folded, name);
  }
}

/** Upper case first, so that letters with several lower-case forms (ß, ſ, ς) meet. */
function fold(name: string): string {
  if (PLAIN_NAME.test(name)) return name.toLowerCase();
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

function decodeAscii(bytes: Uint8Array): string | null {
  let text = "";
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! >= 0x80) return null;
    text += String.fromCharCode(bytes[at]!);
  }
  return text;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw encodingError("it is not valid UTF-8");
  }
}

/** Names without folders, as nearly all are: none of these can have a problem. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

function checkName(name: string): void {
  if (PLAIN_NAME.test(name)) return;
  if (name.endsWith("/")) {
    throw new TckbUnpackError("zip.directory_entry", `Cannot accept entry ${quote(name)}: it is a directory`);
  }
  const problem = findProblem(name);
  if (problem) throw new TckbUnpackError("zip.unsafe_name", `Cannot accept entry ${quote(name)}: ${problem}`);
}

function findProblem(name: string): string | null {
  if (name === "") return "it has no name";
  // deno-lint-ignore no-control-regex -- control characters are what it looks for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) return "its name has control characters";
  if (/[\\:]/.test(name)) return `its name has "\\" or ":"`;
  for (const segment of name.split("/")) {
    if (segment === "" || segment === "." || segment === "..") return "its name is not a plain relative path";
    if (segment === "__proto__") return `its name has "__proto__"`;
  }
  return null;
}

function encodingError(reason: string): TckbUnpackError {
  return new TckbUnpackError("zip.name_encoding", `Cannot read the name of an entry: ${reason}`);
}
