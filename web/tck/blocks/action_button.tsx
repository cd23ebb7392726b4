import type { CSSProperties, ReactElement } from "react";
import { useAction } from "../slots.ts";

/** What `ActionButton` takes. */
export interface ActionButtonProps {
  /** The `id` of an action under the manifest's `slots.actions`. */
  readonly action: string;
}

/**
 * One of the widget's slot actions, drawn where it belongs in the content; the host draws all of them below the card
 * anyway. As there, an action without an `href` has nothing to do on a read-only surface and is not drawn.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `action.unknown` for an id that nobody declared
 *
 * @example
 * ```tsx
 * import { ActionButton, defineManifest } from "@tck/kit";
 * export const manifest = defineManifest({
 *   id: "reading",
 *   cardType: "feed",
 *   sizes: ["fill-auto"],
 *   slots: { actions: [{ id: "open", label: "Open the list", href: "/reading", variant: "primary" }] },
 * });
 * export default function Reading() {
 *   return <ActionButton action="open" />;
 * }
 * ```
 */
export function ActionButton({ action: id }: ActionButtonProps): ReactElement | null {
  const action = useAction(id);
  if (action === null || action.href === null) return null;
  const style = { "--kit-action": action.color ?? undefined } as CSSProperties;
  return (
    <a className="kit-button" data-variant={action.variant} href={action.href} style={style}>
      {action.label}
    </a>
  );
}
