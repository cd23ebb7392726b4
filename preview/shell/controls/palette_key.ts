/** Whether a key press asks for the command palette: Ctrl+K or ⌘K, also while a field has the focus. */
export function isPaletteKey({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (metaKey || ctrlKey) && !altKey;
}
