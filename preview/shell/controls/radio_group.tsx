import { type ReactElement, type ReactNode, useId } from "react";

interface RadioGroupProps<Value extends string> {
  readonly legend: string;
  readonly values: readonly (readonly [value: Value, label: ReactNode])[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A choice of a few values as radio buttons. */
export function RadioGroup<Value extends string>(
  { legend, values, value, onChoose }: RadioGroupProps<Value>,
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
