import { quote } from "../../errors/mod.ts";
import { rejectEntry, TckbUnpackError } from "../errors.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes and checks an entry's name. A name consists of segments of `A–Z a–z 0–9 . _ -` joined by `/`. No segment is empty,
 * begins or ends with a dot, or is reserved. Readers and file systems treat all other names differently: some drop a byte
 * order mark or a trailing dot, some have devices such as `CON`.
 */
export function decodeName(bytes: Uint8Array, flaggedUtf8: boolean): string {
  const name = decodeAscii(bytes) ?? decodeUtf8(bytes, flaggedUtf8);
  if (PLAIN_NAME.test(name) && !RESERVED.test(name)) return name;
  if (name.endsWith("/")) throw rejectEntry("zip.directory_entry", name, "it is a directory");
  throw rejectEntry("zip.unsafe_name", name, explainName(name));
}

/** Rejects names that occur twice, differ only in case, or are a folder of another name. */
export function checkNamesDiffer(names: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const other = seen.get(name.toLowerCase());
    if (other === name) throw rejectEntry("zip.duplicate_name", name, "it occurs twice");
    if (other !== undefined) throw collision(name, `it differs from ${quote(other)} only in case`);
    seen.set(name.toLowerCase(), name);
  }
  for (const name of names) {
    for (let end = name.indexOf("/"); end !== -1; end = name.indexOf("/", end + 1)) {
      const other = seen.get(name.slice(0, end).toLowerCase());
      if (other !== undefined) throw collision(name, `entry ${quote(other)} is a folder of it`);
    }
  }
}

const PLAIN_NAME = /^(?!\.)[A-Za-z0-9._-]+(?<!\.)(?:\/(?!\.)[A-Za-z0-9._-]+(?<!\.))*$/;
/** `__proto__`, and the devices of Windows, with any extension. */
const RESERVED = /(?:^|\/)(?:__proto__|(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.[^/]*)?)(?:$|\/)/i;

function explainName(name: string): string {
  if (name === "") return "it has no name";
  if (RESERVED.test(name)) return "its name is reserved";
  if (!/^[A-Za-z0-9._/-]+$/.test(name)) {
    return 'its name has other characters than letters, digits, ".", "_", "-" and "/"';
  }
  return "a segment of its name is empty, or begins or ends with a dot";
}

function decodeAscii(bytes: Uint8Array): string | null {
  let text = "";
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! >= 0x80) return null;
    text += String.fromCharCode(bytes[at]!);
  }
  return text;
}

/** Such a name is always rejected; decoded, it can be quoted. */
function decodeUtf8(bytes: Uint8Array, flaggedUtf8: boolean): string {
  if (!flaggedUtf8) throw encodingError("it is not ASCII and not flagged as UTF-8");
  try {
    return UTF8.decode(bytes);
  } catch {
    throw encodingError("it is not valid UTF-8");
  }
}

function collision(name: string, reason: string): TckbUnpackError {
  return rejectEntry("zip.name_collision", name, reason);
}

function encodingError(reason: string): TckbUnpackError {
  return new TckbUnpackError("zip.name_encoding", `Cannot read the name of an entry: ${reason}`);
}
