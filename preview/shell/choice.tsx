import { type ReactElement, useId } from "react";

/** What a choice of few is given. */
export interface ChoiceProps<Value extends string> {
  /** What is chosen. */
  readonly legend: string;
  /** The values, each with what it is called. */
  readonly values: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A choice of a few values that are all in sight: radio buttons, which the arrow keys go through. */
export function Choice<Value extends string>(
  { legend, values, value, onChoose }: ChoiceProps<Value>,
): ReactElement {
  const name = useId();
  return (
    <fieldset className="shell-choice">
      <legend>{legend}</legend>
      <div className="shell-choice-values">
        {values.map(([candidate, label]) => (
          <label key={candidate}>
            <input
              type="radio"
              name={name}
              value={candidate}
              checked={candidate === value}
              onChange={() => onChoose(candidate)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
