import { type ReactElement, useId, useState } from "react";
import { errorMessage } from "../../../core/errors/mod.ts";
import {
  type JsonObject,
  type JsonValue,
  stringifyJson,
  type WidgetManifest,
} from "../../../core/manifest/mod.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { findState, readStateData, readWholeState, writeStateData } from "../state/state_data.ts";
import { NothingShown } from "./nothing_shown.tsx";
import { useInspectedCard } from "./use_inspected_card.ts";

/** The state of the Stage's card: a control for each of its keys, and the whole as JSON. It is in the address. */
export function StatePanel(): ReactElement {
  const card = useInspectedCard();
  const name = useShell(({ url }) => url.state);
  if (card?.manifest === undefined) return <NothingShown card={card} />;
  return <StateEditor key={`${card.key} ${name ?? ""}`} manifest={card.manifest} name={name} />;
}

function StateEditor({ manifest, name }: { manifest: WidgetManifest; name: string | null }): ReactElement {
  const { navigation } = useShellDependencies();
  const text = useShell(({ url }) => url.stateData);
  const [fault, setFault] = useState<string | null>(null);
  const base = findState(manifest, name);
  const state = { ...base, ...(text === null ? {} : readStateData(text)) };
  const change = (read: () => JsonObject) => {
    try {
      navigation.navigate({ stateData: writeStateData(base, read()) });
      setFault(null);
    } catch (error) {
      setFault(errorMessage(error));
    }
  };
  if (Object.keys(state).length === 0) return <p className="shell-hint">The widget has no state.</p>;
  return (
    <>
      <p className="shell-hint">
        {text === null
          ? `Based on the state “${name ?? "default"}”.`
          : `Changes of the state “${name ?? "default"}”.`}
      </p>
      {Object.entries(state).map(([key, value]) => (
        <StateField
          key={key}
          name={key}
          type={typeof base[key]}
          value={value}
          onChange={(next) => change(() => ({ ...state, [key]: next }))}
        />
      ))}
      <WholeState key={text} state={state} onChange={(next) => change(() => readWholeState(next, base))} />
      <p className="shell-fault" role="alert">{fault}</p>
      <button
        type="button"
        className="shell-button"
        aria-disabled={text === null}
        onClick={() => change(() => base)}
      >
        Reset the state
      </button>
    </>
  );
}

interface StateFieldProps {
  readonly name: string;
  /** The type of the value that the manifest has, which stays while the reader types. */
  readonly type: string;
  readonly value: JsonValue;
  readonly onChange: (value: JsonValue) => void;
}

/** The control for a value of its type; JSON for a value of another type than the manifest's. */
function StateField({ name, type, value, onChange }: StateFieldProps): ReactElement {
  const id = useId();
  if (typeof value === "boolean" && type === "boolean") {
    return (
      <span className="shell-check">
        <input
          id={id}
          type="checkbox"
          checked={value}
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />
        <label htmlFor={id}>{name}</label>
      </span>
    );
  }
  const isText = typeof value === "string" && type === "string";
  const isNumber = typeof value === "number" && type === "number";
  return (
    <div className="shell-state-field">
      <label htmlFor={id}>{name}</label>
      {isText && (
        <input
          id={id}
          className="shell-field"
          value={value}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
      )}
      {isNumber && <NumberField id={id} value={value} onChange={onChange} />}
      {!isText && !isNumber && <JsonField id={id} value={value} onChange={onChange} />}
    </div>
  );
}

/** Keeps what is typed, such as `-`, until it is a number. */
function NumberField(
  { id, value, onChange }: { id: string; value: number; onChange: (value: number) => void },
): ReactElement {
  const [text, setText] = useState(String(value));
  const shown = Number(text) === value && text !== "" ? text : null;
  return (
    <input
      id={id}
      className="shell-field"
      type="number"
      step="any"
      value={shown ?? (text === "" ? "" : String(value))}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        if (Number.isFinite(currentTarget.valueAsNumber)) onChange(currentTarget.valueAsNumber);
      }}
    />
  );
}

/** A list, an object or null as JSON. It is applied when it is JSON. */
function JsonField(
  { id, value, onChange }: { id: string; value: JsonValue; onChange: (value: JsonValue) => void },
): ReactElement {
  const [draft, setDraft] = useState<string | null>(null);
  const isInvalid = draft !== null && parse(draft) === undefined;
  return (
    <textarea
      id={id}
      className="shell-field shell-json"
      rows={3}
      spellCheck={false}
      aria-invalid={isInvalid}
      value={draft ?? stringifyJson(value)}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        const next = parse(currentTarget.value);
        if (next !== undefined) onChange(next);
      }}
      onBlur={() => isInvalid || setDraft(null)}
    />
  );
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The whole state as JSON, with a button to apply it. */
function WholeState(
  { state, onChange }: { state: JsonObject; onChange: (text: string) => void },
): ReactElement {
  const id = useId();
  const [draft, setDraft] = useState(stringifyJson(state, "  "));
  return (
    <details className="shell-stack">
      <summary>As JSON</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChange(draft);
        }}
      >
        <label htmlFor={id}>The whole state</label>
        <textarea
          id={id}
          className="shell-field shell-json"
          rows={8}
          spellCheck={false}
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
        <button type="submit" className="shell-button">Apply the state</button>
      </form>
    </details>
  );
}
