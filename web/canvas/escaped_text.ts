/** Escapes a text for the content of an element or an attribute in double quotes. */
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
