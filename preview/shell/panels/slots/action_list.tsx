import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from "react";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { resolveText } from "../../../../core/feed/mod.ts";
import type { SlotAction } from "../../../../core/manifest/mod.ts";
import { moveAction, promoteAction } from "../../state/slot_edits.ts";
import { ActionFields } from "./action_fields.tsx";

interface ActionListProps {
  readonly actions: readonly SlotAction[];
  /** The language of the card. */
  readonly language: string;
  /** Called with the changed list and, for a screen reader, what has changed. */
  readonly onChange: (actions: SlotAction[], message: string) => void;
}

/** The actions in the order of the card, which the reader changes with the pointer or with buttons. */
export function ActionList({ actions, language, onChange }: ActionListProps): ReactElement {
  if (actions.length === 0) return <p className="shell-hint">No actions.</p>;
  const move = (from: number, to: number) =>
    onChange(
      moveAction(actions, from, to),
      `Moved ${textOf(actions[from]!, language)} to position ${to + 1} of ${actions.length}.`,
    );
  return (
    <ol className="shell-actions" role="list" aria-label="Actions">
      {actions.map((action, index) => (
        <ActionRow
          key={index}
          {...{ actions, action, index, language, onChange }}
          onMove={move}
        />
      ))}
    </ol>
  );
}

interface ActionRowProps extends ActionListProps {
  readonly action: SlotAction;
  readonly index: number;
  readonly onMove: (from: number, to: number) => void;
}

function ActionRow({ actions, action, index, language, onChange, onMove }: ActionRowProps): ReactElement {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const isOver = useReordering(row, handle, index, onMove);
  const label = textOf(action, language);
  const isPrimary = action.variant === "primary";
  /** The row moves away below the focus, so the focus moves with it. */
  const moveWithFocus = (to: number, name: string) => {
    const list = row.current!.parentElement!;
    onMove(index, to);
    requestAnimationFrame(() => {
      const buttons = list.children[to]?.querySelectorAll<HTMLButtonElement>("button:enabled") ?? [];
      const same = [...buttons].find((button) => button.dataset.name === name);
      (same ?? buttons[0])?.focus();
    });
  };
  return (
    <li ref={row} className="shell-action" data-over={isOver || undefined}>
      <div className="shell-action-head">
        <span ref={handle} className="shell-action-handle" aria-hidden="true">⠿</span>
        <span className="shell-action-label">{label}</span>
        <button
          type="button"
          className="shell-icon"
          data-name="up"
          aria-label={`Move ${label} up`}
          disabled={index === 0}
          onClick={() => moveWithFocus(index - 1, "up")}
        >
          ↑
        </button>
        <button
          type="button"
          className="shell-icon"
          data-name="down"
          aria-label={`Move ${label} down`}
          disabled={index === actions.length - 1}
          onClick={() => moveWithFocus(index + 1, "down")}
        >
          ↓
        </button>
        <button
          type="button"
          className="shell-icon"
          aria-label={`Remove ${label}`}
          onClick={() => onChange(actions.filter((_, at) => at !== index), `Removed ${label}.`)}
        >
          ×
        </button>
      </div>
      <label className="shell-check">
        <input
          type="checkbox"
          checked={isPrimary}
          onChange={({ currentTarget: { checked } }) =>
            onChange(
              promoteAction(actions, index, checked),
              checked ? `${label} is the primary action.` : `${label} is secondary.`,
            )}
        />
        Primary
      </label>
      <ActionFields {...{ actions, action, index, language, onChange }} />
    </li>
  );
}

/** Lets a row be dragged by its handle to the place of another one. Returns whether one is over it. */
function useReordering(
  row: { readonly current: HTMLElement | null },
  handle: { readonly current: HTMLElement | null },
  index: number,
  onMove: (from: number, to: number) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent((from: number) => from === index || onMove(from, index));
  useEffect(() => {
    const endDragging = draggable({
      element: row.current!,
      dragHandle: handle.current!,
      getInitialData: () => ({ slotAction: index }),
    });
    const endDropping = dropTargetForElements({
      element: row.current!,
      canDrop: ({ source }) => typeof source.data.slotAction === "number",
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false);
        drop(source.data.slotAction as number);
      },
    });
    return () => {
      endDragging();
      endDropping();
    };
  }, [row, handle, index]);
  return isOver;
}

function textOf({ label }: SlotAction, language: string): string {
  return resolveText(label, language);
}
