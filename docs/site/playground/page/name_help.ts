import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
} from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { activateHover, type EditorView, hoverTooltip, keymap } from "@codemirror/view";
import type { AskTypes, OfferedName, TypesAnswers } from "../types/messages.ts";

/** Offers the names that a file can have at a place, and describes those that it has: under the pointer, and by Ctrl-I. */
export function helpWithNames(file: string, ask: AskTypes): Extension {
  const described = hoverTooltip(async (_view, at) => {
    const found = await ask("description", { file, at });
    if (found === null) return null;
    return { pos: found.from, end: found.to, create: () => ({ dom: renderText(found.text) }) };
  });
  const describe = (view: EditorView) => {
    const { head } = view.state.selection.main;
    activateHover(view, head, 1, {
      tooltip: described,
      until: (change) => change.docChanged || !!change.selection,
    });
    return true;
  };
  return [
    autocompletion({ override: [(context) => offerNames(context, file, ask)] }),
    described,
    Prec.high(keymap.of([{ key: "Mod-i", run: describe }])), // Of the default keys, it is one that is seldom used.
  ];
}

async function offerNames(
  { explicit, pos, state }: CompletionContext,
  file: string,
  ask: AskTypes,
): Promise<CompletionResult | null> {
  if (!explicit && !/[\w$."'<]/.test(state.sliceDoc(pos - 1, pos))) return null;
  const found = await ask("names", { file, at: pos });
  if (found === null || found.offered.length === 0) return null;
  const toCompletion = (offered: OfferedName): Completion => {
    const { name, kind, rank, source } = offered;
    const details = (at: number) => ask("details", { file, at, offered });
    return {
      label: name,
      type: ICONS[kind] ?? kind,
      // Names of the kit are before those of other modules.
      boost: source?.startsWith("@tck/kit") ? 0 : LAST_RANK - rank,
      info: async () => {
        const known = await details(pos);
        return known && renderText(known.text);
      },
      ...(source !== undefined && {
        detail: source,
        apply: (view, completion, from, to) => void importName(view, completion, from, to, details),
      }),
    };
  };
  return { from: found.from, options: found.offered.map(toCompletion), validFor: /^[\w$-]*$/ };
}

/** The rank that TypeScript gives to globals; that of names to import is higher. */
const LAST_RANK = 15;

/** The icons of the editor for what it does not know by TypeScript's word. */
const ICONS: { readonly [kind: string]: string } = {
  "alias": "variable",
  "const": "constant",
  "let": "variable",
  "local function": "function",
  "local var": "variable",
  "module": "namespace",
  "parameter": "variable",
  "string": "text",
  "var": "variable",
};

/** Writes a name, then the import that it needs, unless the visitor has written more meanwhile. */
async function importName(
  view: EditorView,
  completion: Completion,
  from: number,
  to: number,
  details: (at: number) => Promise<TypesAnswers["details"]>,
): Promise<void> {
  const { label } = completion;
  view.dispatch({
    ...insertCompletionText(view.state, label, from, to),
    annotations: pickedCompletion.of(completion),
  });
  const { doc } = view.state;
  const known = await details(from + label.length);
  if (known !== null && view.state.doc === doc) view.dispatch({ changes: known.changes });
}

function renderText(text: string): HTMLElement {
  const element = document.createElement("div");
  element.className = "cm-described";
  element.setAttribute("role", "status");
  element.textContent = text;
  return element;
}
