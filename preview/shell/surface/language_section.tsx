import { type FormEvent, type ReactElement, useId, useState } from "react";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { parseLanguageList } from "../state/language_list.ts";

/** Overrides the languages of every card for this visit (preview specification, "Language controls"). */
export function LanguageSection(): ReactElement {
  const { navigation } = useShellDependencies();
  const languages = useShell((state) => state.languages);
  const [text, setText] = useState(languages?.join(", ") ?? "");
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const list = parseLanguageList(text);
    setError(list.error);
    if (list.error === null) navigation.setLanguages(list.languages);
  };
  const reset = () => {
    setText("");
    setError(null);
    navigation.setLanguages(null);
  };
  return (
    <section className="shell-language" aria-label="Language">
      <details className="shell-panel" open>
        <summary>
          <h2>Language</h2>
        </summary>
        <div className="shell-panel-body">
          <form onSubmit={apply} noValidate>
            <label htmlFor={`${id}-list`}>Language tags, best first</label>
            <input
              id={`${id}-list`}
              className="shell-field"
              value={text}
              placeholder="de, en-GB"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              aria-invalid={error !== null}
              aria-describedby={`${id}-error ${id}-now`}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <p id={`${id}-error`} className="shell-fault" role="alert">{error}</p>
            <div className="shell-row">
              <button type="submit" className="shell-button">Apply</button>
              <button type="button" className="shell-button" onClick={reset}>Reset</button>
            </div>
          </form>
          <p id={`${id}-now`} className="shell-hint" role="status">{languageStatus(languages)}</p>
        </div>
      </details>
    </section>
  );
}

function languageStatus(languages: readonly string[] | null): string {
  if (languages === null) return "Each card follows its configuration, then the browser.";
  return languages.length === 0
    ? "Applied: no languages. Each card shows its fallback language."
    : `Applied: ${languages.join(", ")}`;
}
