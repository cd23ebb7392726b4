import { type ReactElement, useId } from "react";
import { useShell, useShellDependencies } from "../shell_context.ts";
import type { UrlState } from "../state/url_state.ts";

/** The values that a {@link Select} offers, each with its text. */
export type SelectOptions<Value extends string> = readonly (readonly [value: Value, label: string])[];

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: SelectOptions<Value>;
  readonly onChoose: (value: Value) => void;
}

/** A choice of one of several values, with its name. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactElement {
  const { label, value, options, onChoose } = props;
  const id = useId();
  return (
    <div className="shell-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="shell-field"
        title={label}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
      >
        {options.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
      </select>
    </div>
  );
}

interface UrlSelectProps<Name extends keyof UrlState> {
  readonly label: string;
  /** The parameter of the address that has the value. */
  readonly name: Name;
  readonly options: SelectOptions<UrlState[Name] & string>;
}

/** A choice of the value of a parameter of the address. */
export function UrlSelect<Name extends keyof UrlState>(props: UrlSelectProps<Name>): ReactElement {
  const { label, name, options } = props;
  const { navigation } = useShellDependencies();
  const value = useShell(({ url }) => url[name]) as UrlState[Name] & string;
  const choose = (value: string) => navigation.navigate({ [name]: value });
  return <Select label={label} value={value} options={options} onChoose={choose} />;
}
