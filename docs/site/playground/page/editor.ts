import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { css } from "@codemirror/lang-css";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { type Diagnostic, isNote, isWarning } from "../../../../web/bundler/findings/mod.ts";
import type { AskTypes } from "../types/messages.ts";
import { helpWithNames } from "./name_help.ts";
import { toProjectPath } from "./source_files.ts";

/** The editor of one file at a time. Each file keeps its history and its selection. */
export class Editor {
  readonly #view: EditorView;
  readonly #states = new Map<string, EditorState>();
  #name = "";

  /**
   * @param place where the editor is; it is in a shadow root, whose styles need no permission of the page's policy
   * @param onEdit called with the file's name and its text after each edit
   * @param ask asks about the types of the open file
   */
  constructor(
    place: HTMLElement,
    private readonly onEdit: (name: string, text: string) => void,
    private readonly ask: AskTypes,
  ) {
    const root = place.attachShadow({ mode: "open" });
    this.#view = new EditorView({ root, parent: root });
  }

  /** Shows a file. */
  open(name: string, text: string): void {
    if (this.#name !== "") this.#states.set(this.#name, this.#view.state);
    this.#name = name;
    const known = this.#states.get(name);
    this.#view.setState(known?.doc.toString() === text ? known : this.#createState(name, text));
  }

  forget(name: string): void {
    this.#states.delete(name);
    if (this.#name === name) this.#name = "";
  }

  /** Marks what the bundler says of the open file, at its lines. */
  mark(diagnostics: readonly Diagnostic[]): void {
    const { doc } = this.#view.state;
    const marks = diagnostics.flatMap((one): Mark[] => {
      if (one.line === null) return [];
      // What is missing at the end of a file is after its last line.
      const line = doc.line(Math.min(one.line, doc.lines));
      const from = Math.min(line.from + (one.column ?? 1) - 1, line.to);
      const severity = isNote(one) ? "info" : isWarning(one) ? "warning" : "error";
      return [{ from, to: line.to, severity, message: `${one.message}\n${one.hint}`, source: one.code }];
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  /** Sets the focus to a place of the open file. */
  goTo(line: number, column: number): void {
    const { doc } = this.#view.state;
    const { from, to } = doc.line(Math.min(line, doc.lines));
    this.#view.dispatch({ selection: { anchor: Math.min(from + column - 1, to) }, scrollIntoView: true });
    this.#view.focus();
  }

  #createState(name: string, doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        EXTENSIONS,
        languageOf(name),
        /\.tsx?$/.test(name) ? helpWithNames(toProjectPath(name), this.ask) : autocompletion(),
        // A place of the tab order by name: axe does not count what is only editable.
        EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) this.onEdit(name, state.doc.toString());
        }),
      ],
    });
  }
}

function languageOf(name: string): Extension {
  if (name.endsWith(".css")) return css();
  if (!/\.[jt]sx?$/.test(name)) return [];
  return javascript({ jsx: /x$/.test(name), typescript: /\.tsx?$/.test(name) });
}

const HIGHLIGHTS = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment], color: "var(--code-comment)" },
  { tag: [tags.tagName, tags.typeName, tags.className], color: "var(--code-type)" },
  { tag: [tags.attributeName, tags.propertyName], color: "var(--code-property)" },
]);

const THEME = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "0.875rem" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.5" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--surface)", border: "0" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-activeLine": { backgroundColor: "var(--line)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--background)",
    border: "1px solid var(--border)",
  },
  ".cm-diagnostic, .cm-described": { whiteSpace: "pre-wrap", maxWidth: "40rem" },
  ".cm-described": { padding: "0.25rem 0.5rem", maxHeight: "16rem", overflow: "auto" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--background)",
    background: "var(--accent)",
  },
});

// Tab leaves the editor, so that nobody is kept in it.
const EXTENSIONS: Extension = [
  lineNumbers(),
  history(),
  // Also the controls of direction that it does not know: a stranger's source reads as it runs.
  highlightSpecialChars({ addSpecialChars: /[\u202A-\u202C\u2068]/g }),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  lintGutter(),
  EditorView.lineWrapping,
  syntaxHighlighting(HIGHLIGHTS),
  THEME,
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
];
