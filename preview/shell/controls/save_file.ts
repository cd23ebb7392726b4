/** Saves a file as a download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A text as a part of a file's name: in ASCII, at most 48 characters. */
export function toFileName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]+/g, "-").slice(0, 48);
}
