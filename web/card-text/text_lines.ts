/** Writes lines of text, in which white space is collapsed as a browser does. */
export class TextLines {
  readonly #lines: string[] = [];
  #line = "";
  /** What the next line begins with. */
  #begin = "";
  /** What the lines after it are indented by. */
  #indent = "";
  #needsSpace = false;
  #needsGap = false;
  /** Whether an item of a list has begun and has no line yet. */
  #isNewItem = false;

  write(text: string): void {
    for (const [index, word] of text.split(/[ \t\n\r\f]+/).entries()) {
      if (index > 0) this.#needsSpace = true;
      if (word === "") continue;
      this.#line += (this.#needsSpace && this.#line !== "" ? " " : "") + word;
      this.#needsSpace = false;
    }
  }

  /** Separates what follows from what is in the line. */
  space(): void {
    this.#needsSpace = true;
  }

  /** Writes a cell of a row: cells are separated by bars. */
  writeCell(text: string): void {
    if (this.#line !== "") this.write(" | ");
    this.write(text);
  }

  /** Ends the line, unless it is empty. */
  endLine(): void {
    if (this.#line !== "") {
      if (this.#needsGap && this.#lines.length > 0) this.#lines.push("");
      this.#lines.push(this.#begin + this.#line);
      this.#needsGap = false;
      this.#isNewItem = false;
      this.#begin = this.#indent;
    }
    this.#line = "";
    this.#needsSpace = false;
  }

  /** Ends the line, and leaves an empty one before the next. */
  endParagraph(): void {
    this.endLine();
    this.#needsGap ||= !this.#isNewItem;
  }

  /** Writes an item of a list. Its further lines are indented. */
  writeItem(marker: string, writeContent: () => void): void {
    this.endLine();
    const [begin, indent] = [this.#begin, this.#indent];
    this.#begin = indent + marker;
    this.#indent = indent + " ".repeat(marker.length);
    this.#isNewItem = true;
    writeContent();
    this.endLine();
    this.#isNewItem = false;
    this.#needsGap = false;
    this.#begin = begin;
    this.#indent = indent;
  }

  /** The lines, without empty ones at the end. */
  toString(): string {
    this.endLine();
    return this.#lines.join("\n");
  }
}
