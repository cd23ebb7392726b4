import { type CSSProperties, type ReactElement, useLayoutEffect } from "react";
import { useMountedContext } from "../context.tsx";
import { useAction } from "../slots.ts";

interface ActionButtonProps {
  /** The `id` of an action under the manifest's `slots.actions`. */
  readonly action: string;
}

/**
 * One of the widget's slot actions as a link inside the content; the host then does not draw it below the card. An action
 * without an `href` does nothing on a read-only surface and is not drawn, and neither is one that the state does not have.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `action.unknown` for an undeclared id
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
  const { drawAction } = useMountedContext("ActionButton");
  const isDrawn = action !== null && action.href !== null;
  useLayoutEffect(() => isDrawn ? drawAction?.(id) : undefined, [isDrawn, drawAction, id]);
  if (action === null || action.href === null) return null;
  const style = { "--kit-action": action.color ?? undefined } as CSSProperties;
  return (
    <a className="kit-button" data-variant={action.variant} href={action.href} style={style}>
      {action.label}
    </a>
  );
}
