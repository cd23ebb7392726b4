import type { CSSProperties, ReactElement, ReactNode } from "react";
import { useMountedContext } from "../../context.tsx";
import { findAction } from "../../slots.ts";
import { ActionLink } from "../action_button.tsx";
import { estimateValueWidth } from "../../text_width.ts";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readRigid } from "../figure_model.ts";

const CHOICE = laidOut(readRigid("control"));

/** One of the actions of a `Choice`. */
export interface ChoiceOption {
  /** The `id` of an action under the manifest's `slots.actions`. */
  readonly action: string;
  /** An icon of 16 pixels before the action's label, decorative. */
  readonly icon?: ReactNode;
}

interface ChoiceProps extends StyledProps {
  /** What is chosen, such as a question, for screen readers. */
  readonly label: string;
  /** The actions. */
  readonly options: readonly ChoiceOption[];
}

/**
 * Several of the widget's slot actions, of which a reader takes one. They are in one row where all of them have room beside
 * each other, of equal width if they can, or else in one column. The host then does not draw them below the card, unless the content
 * has no room for them.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `action.unknown` for an undeclared id
 *
 * @example
 * ```tsx
 * import { Choice, defineManifest } from "@tck/kit";
 * import { Check, X } from "lucide-react";
 * export const manifest = defineManifest({
 *   id: "dinner",
 *   cardType: "feed",
 *   sizes: ["fill-auto"],
 *   slots: { actions: [{ id: "yes", label: "I come", href: "/yes" }, { id: "no", label: "Not today", href: "/no" }] },
 * });
 * export default function Dinner() {
 *   return (
 *     <Choice
 *       label="Dinner at eight?"
 *       options={[{ action: "yes", icon: <Check /> }, { action: "no", icon: <X /> }]}
 *     />
 *   );
 * }
 * ```
 */
export function Choice({ label, options, className }: ChoiceProps): ReactElement | null {
  const context = useMountedContext("Choice");
  const shown = options.flatMap(({ action: id, icon }) => {
    const action = findAction(context, id);
    return action === null || action.href === null ? [] : [{ id, icon, action }];
  });
  if (shown.length === 0) return null;
  const widths = shown.map(({ action, icon }) => widthOf(action.label, icon));
  const gaps = GAP * (shown.length - 1);
  const needs = sum(widths) + gaps;
  const equal = shown.length * Math.max(...widths) + gaps;
  return (
    <div
      ref={CHOICE}
      className={namesOf("kit-choice", className)}
      role="group"
      aria-label={label}
      style={{ "--kit-needs": inRem(needs), "--kit-equal": inRem(equal) } as CSSProperties}
    >
      {shown.map(({ id, action, icon }, index) => (
        <ActionLink
          key={id}
          id={id}
          action={action}
          icon={icon}
          style={{ "--kit-own": inRem(widths[index]!) } as CSSProperties}
        />
      ))}
    </div>
  );
}

/** In rem, as in the styles: the font size, the padding with the borders, an icon with its space, and a gap. */
const [FONT, PADDING, ICON, GAP] = [0.8125, 1.375, 1.5, 0.5] as const;

/** The estimate is for figures, which are wider than words. */
const WORDS = 0.88;

function widthOf(label: string, icon: ReactNode): number {
  return WORDS * FONT * estimateValueWidth(label) + PADDING +
    (icon === undefined ? 0 : ICON);
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function inRem(width: number): string {
  return `${width.toFixed(2)}rem`;
}
