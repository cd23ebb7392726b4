import { type ReactElement, useId } from "react";
import { resolveText } from "../../../../core/feed/mod.ts";
import type { SlotAction } from "../../../../core/manifest/mod.ts";
import { editAction } from "../../state/slot_edits.ts";

interface ActionFieldsProps {
  readonly actions: readonly SlotAction[];
  readonly action: SlotAction;
  readonly index: number;
  /** The language of the card. */
  readonly language: string;
  readonly onChange: (actions: SlotAction[], message: string) => void;
}

/** The fields of one action. The colour is for a primary action only. */
export function ActionFields(props: ActionFieldsProps): ReactElement {
  const { actions, action, index, language, onChange } = props;
  const { id, href = "", variant, color = "", when } = action;
  const label = resolveText(action.label, language);
  const change = (changes: Parameters<typeof editAction>[2]) =>
    onChange(editAction(actions, index, changes), "");
  return (
    <details className="shell-action-fields">
      <summary>Edit</summary>
      <Field name="Label" value={label} onChange={(label) => change({ label })} />
      <Field name="Link" value={href} onChange={(href) => change({ href: href || undefined })} />
      <Field name="Id" value={id} onChange={(id) => change({ id })} />
      <Field
        name="Color"
        value={color}
        disabled={variant !== "primary"}
        hint={variant === "primary" ? "A CSS colour" : "For the primary action only"}
        onChange={(color) => change({ color: color || undefined })}
      />
      {when !== undefined && (
        <p className="shell-hint">
          Shown while the state meets <code>{when}</code>
        </p>
      )}
    </details>
  );
}

interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly hint?: string;
  readonly onChange: (value: string) => void;
}

function Field({ name, value, disabled = false, hint, onChange }: FieldProps): ReactElement {
  const id = useId();
  return (
    <div className="shell-action-field">
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        className="shell-field"
        value={value}
        disabled={disabled}
        spellCheck={false}
        placeholder={hint}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}
