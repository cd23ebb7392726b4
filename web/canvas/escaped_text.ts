/** Text of an element or of an attribute in double quotes, as a parser reads it. */
export function escapeText(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"\0\r]/g, (character) => CHARACTERS[character]!);
}

const CHARACTERS: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\0": "\ufffd",
  "\r": "&#13;",
};
