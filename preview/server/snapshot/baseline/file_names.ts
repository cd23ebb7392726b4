/** Labels and states can be any text. */
function toFileName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]+/g, "-").slice(0, 48);
}

/**
 * Parts of file names for some texts. Names that are equal on some file system get a number.
 *
 * @returns a name for each text
 */
export function toFileNames(texts: readonly string[]): string[] {
  const taken = new Set<string>();
  return texts.map((text) => {
    const name = toFileName(text);
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${name}-${count}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
