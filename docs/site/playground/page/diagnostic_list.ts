import { type Diagnostic, isError, isNote } from "../../../../web/bundler/findings/mod.ts";
import { WIDGET_NAME } from "./source_files.ts";

/** The name of a diagnostic's file in the widget's folder; null for another one. */
export function fileOf({ file }: Diagnostic): string | null {
  const prefix = `widgets/${WIDGET_NAME}/`;
  return file?.startsWith(prefix) ? file.slice(prefix.length) : null;
}

/** Lists diagnostics as text, each with a button to its place. */
export function listDiagnostics(
  list: HTMLElement,
  diagnostics: readonly Diagnostic[],
  goTo: (file: string, line: number, column: number) => void,
): void {
  list.replaceChildren(...diagnostics.map((one) => {
    const item = document.createElement("li");
    item.className = isError(one) ? "error" : isNote(one) ? "note" : "warning";
    const file = fileOf(one);
    if (file !== null && one.line !== null) {
      const place = document.createElement("button");
      place.type = "button";
      place.textContent = `${file}:${one.line}:${one.column ?? 1}`;
      place.addEventListener("click", () => goTo(file, one.line!, one.column ?? 1));
      item.append(place, " ");
    }
    const kind = document.createElement("strong");
    kind.textContent = `${item.className}: `;
    const hint = document.createElement("p");
    hint.textContent = one.hint;
    item.append(kind, `${one.message} [${one.code}]`, hint);
    return item;
  }));
}
