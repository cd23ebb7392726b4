import { crc32 } from "../../bytes/mod.ts";
import { TckbUnpackError } from "../errors.ts";
import type { ArchiveView } from "./archive_view.ts";
import { EXTRA } from "./layout.ts";

/** The extra fields that affect how an entry is read. */
export interface ExtraFields {
  readonly zip64: ExtraField | null;
  readonly unicodePath: ExtraField | null;
}

/** The range of an extra field's data in the archive; `end` is exclusive. */
export interface ExtraField {
  readonly start: number;
  readonly end: number;
}

const NONE: ExtraFields = { zip64: null, unicodePath: null };

/** Reads a header's extra fields. Those that do not affect how an entry is read are skipped. */
export function readExtraFields(archive: ArchiveView, start: number, length: number): ExtraFields {
  if (length === 0) return NONE;
  const end = start + length;
  let zip64: ExtraField | null = null;
  let unicodePath: ExtraField | null = null;
  for (let at = start; at < end;) {
    if (at + 4 > end) throw malformed("zip.extra_field", "incomplete field at the end");
    const id = archive.uint16(at);
    const field = { start: at + 4, end: at + 4 + archive.uint16(at + 2) };
    if (field.end > end) throw malformed("zip.extra_field", "a field is longer than its space");
    if (id === EXTRA.zip64) {
      if (zip64) throw malformed("zip.zip64_extra", "it occurs twice");
      zip64 = field;
    } else if (id === EXTRA.unicodePath) {
      if (unicodePath) throw malformed("zip.unicode_path", "it occurs twice");
      unicodePath = field;
    } else if (id === EXTRA.streamedAttributes) {
      throw malformed("zip.extra_field", "the field 0x6c78 can change the entry's type");
    }
    at = field.end;
  }
  return { zip64, unicodePath };
}

/** Reads the size and compressed size of a local header's zip64 field. */
export function readZip64Sizes(archive: ArchiveView, field: ExtraField | null): [number, number] {
  if (field === null) throw malformed("zip.zip64_extra", "the header refers to it, but it is missing");
  const bytes = field.end - field.start;
  if (bytes !== 16) throw malformed("zip.zip64_extra", `it has ${bytes} bytes, expected 16`);
  return [archive.uint64(field.start), archive.uint64(field.start + 8)];
}

/** Rejects a zip64 field that the header does not use. */
export function checkNoZip64(field: ExtraField | null): void {
  if (field !== null) throw malformed("zip.zip64_extra", "the header does not use it");
}

/** A Unicode path (Info-ZIP) must equal the header's name, as readers differ in which they use. */
export function checkUnicodePath(archive: ArchiveView, field: ExtraField | null, name: Uint8Array): void {
  if (field === null) return;
  const path = archive.bytes.subarray(Math.min(field.start + 5, field.end), field.end);
  const agrees = field.end - field.start >= 5 && archive.bytes[field.start] === 1 &&
    archive.uint32(field.start + 1) === crc32(name) && path.length === name.length &&
    path.every((byte, index) => byte === name[index]);
  if (!agrees) throw malformed("zip.unicode_path", "it differs from the name in the header");
}

function malformed(
  code: "zip.extra_field" | "zip.zip64_extra" | "zip.unicode_path",
  reason: string,
): TckbUnpackError {
  const label = {
    "zip.extra_field": "extra fields",
    "zip.zip64_extra": "zip64 extra field",
    "zip.unicode_path": "Unicode path field",
  }[code];
  return new TckbUnpackError(code, `Cannot accept ${label} of an entry: ${reason}`);
}
