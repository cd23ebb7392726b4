import { type ReactElement, useId, useState } from "react";
import {
  resolveCardLocale,
  resolveSlots,
  resolveText,
  type SlotValues,
  type UpdatedAt,
} from "../../../core/feed/mod.ts";
import { isTimestamp } from "../../../core/naming/mod.ts";
import { InvalidManifestError, parseManifest, type SlotAction } from "../../../core/manifest/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { useCardPresentation } from "../card/card_presentation.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { addAction, overrideSlots } from "../state/slot_edits.ts";
import { ActionList } from "./slots/action_list.tsx";
import { NothingShown } from "./nothing_shown.tsx";
import { type InspectedCard, useInspectedCard } from "./use_inspected_card.ts";

/** The slots of the inspected card as they are drawn. Edits apply to this card in the preview only. */
export function SlotsPanel(): ReactElement {
  const card = useInspectedCard();
  if (card?.manifest === undefined) return <NothingShown card={card} />;
  const { key, manifest } = card;
  return <SlotEditor key={key} card={card} manifest={manifest} />;
}

interface Draft {
  readonly values: SlotValues;
  readonly problem: string;
}

function SlotEditor({ card, manifest }: { card: InspectedCard; manifest: WidgetManifest }): ReactElement {
  const { store } = useShellDependencies();
  const override = useShell(({ slotOverrides }) => slotOverrides.get(card.key));
  const [draft, setDraft] = useState<Draft | null>(null);
  const [announcement, announce] = useState("");
  const { locale, slots } = useCardPresentation({ cardKey: card.key, size: null, ...card }, manifest);
  const language = resolveCardLocale([locale ?? []].flat(), manifest.languages);
  const actions: readonly SlotAction[] = draft?.values.actions ?? slots.actions;
  const { updatedAt: resolved } = resolveSlots(manifest.slots, card.context?.slotValues, card.slotDefaults);
  const updatedAt = draft?.values.updatedAt ?? override?.updatedAt ?? resolved;
  const edit = (changes: SlotValues) => {
    const values = { ...override, ...draft?.values, ...changes };
    const problem = findProblem(manifest, values);
    setDraft(problem === null ? null : { values, problem });
    if (problem === null) overrideSlots(store, card.key, values);
  };
  const reset = () => {
    setDraft(null);
    overrideSlots(store, card.key, null);
    announce("Reset to the values of the widget and the configuration.");
  };
  return (
    <>
      <p className="shell-hint">
        <strong>{card.name}</strong> {override === undefined
          ? "As the widget and the configuration say."
          : "Edited in this preview only: the bundle and the configuration are unchanged."}
      </p>
      <ActionList
        actions={actions}
        language={language}
        onChange={(actions, message) => {
          edit({ actions });
          announce(message);
        }}
      />
      <p className="shell-fault" role="alert">{draft?.problem}</p>
      <div className="shell-row">
        <button
          type="button"
          className="shell-button"
          onClick={() => {
            edit({ actions: addAction(actions) });
            announce("Added an action at the end.");
          }}
        >
          Add action
        </button>
        <button
          type="button"
          className="shell-button"
          disabled={override === undefined && draft === null}
          onClick={reset}
        >
          Reset slots
        </button>
      </div>
      <UpdateTime
        updatedAt={updatedAt ?? null}
        shown={resolveText(slots.updatedAt?.label ?? "", language)}
        onChange={(updatedAt) => edit({ updatedAt })}
      />
      <p className="shell-visually-hidden" role="status">{announcement}</p>
    </>
  );
}

interface UpdateTimeProps {
  readonly updatedAt: UpdatedAt | null;
  /** The label on the card. */
  readonly shown: string;
  readonly onChange: (updatedAt: UpdatedAt | null) => void;
}

function UpdateTime({ updatedAt, shown, onChange }: UpdateTimeProps): ReactElement {
  const id = useId();
  const { timestamp = "", label = "" } = updatedAt ?? {};
  const isInvalid = timestamp !== "" && !isTimestamp(timestamp);
  const change = (timestamp: string, label: string) =>
    onChange(timestamp === "" ? null : { timestamp, ...(label !== "" && { label }) });
  return (
    <fieldset className="shell-fieldset">
      <legend>Update time</legend>
      <label htmlFor={`${id}-time`}>Timestamp</label>
      <input
        id={`${id}-time`}
        className="shell-field"
        value={timestamp}
        placeholder="2026-03-01T06:00:00Z"
        spellCheck={false}
        aria-invalid={isInvalid}
        aria-describedby={`${id}-error`}
        onChange={({ currentTarget }) => change(currentTarget.value.trim(), label)}
      />
      <p id={`${id}-error`} className="shell-fault" aria-live="polite">
        {isInvalid && "This is not a time. Write it like 2026-03-01T06:00:00Z."}
      </p>
      <label htmlFor={`${id}-label`}>Label</label>
      <input
        id={`${id}-label`}
        className="shell-field"
        value={label}
        placeholder={shown}
        disabled={timestamp === ""}
        onChange={({ currentTarget }) => change(timestamp, currentTarget.value)}
      />
    </fieldset>
  );
}

/** Why a manifest could not have these slots, or null. */
function findProblem(manifest: WidgetManifest, { actions, updatedAt }: SlotValues): string | null {
  const ids = (actions ?? []).map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return `Two actions have the id “${twice}”`;
  try {
    const slots = { ...(actions && { actions: [...actions] }), ...(updatedAt && { updatedAt }) };
    parseManifest({ ...manifest, slots });
    return null;
  } catch (error) {
    if (error instanceof InvalidManifestError) return error.message;
    throw error;
  }
}
