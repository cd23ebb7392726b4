import {
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from "react";
import { useMountedContext } from "../context.tsx";
import { useAction, type WidgetAction } from "../slots.ts";
import { useBidi } from "./use_bidi.tsx";
import { namesOf, type StyledProps } from "./class_names.ts";
import { useLaidOut } from "../layout/registry.ts";
import { readRigid } from "./figure_model.ts";

const readButton = readRigid("control");

interface ActionButtonProps extends StyledProps {
  /** The `id` of an action under the manifest's `slots.actions`. */
  readonly action: string;
}

/**
 * One of the widget's slot actions as a link inside the content; the host then does not draw it below the card, unless the
 * content has no room for it. An action without an `href` does nothing on a read-only surface and is not drawn, and neither
 * is one that the state does not have.
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
export function ActionButton({ action: id, className }: ActionButtonProps): ReactElement | null {
  const action = useAction(id);
  return action === null ? null : <ActionLink id={id} action={action} className={className} />;
}

interface ActionLinkProps extends StyledProps {
  readonly id: string;
  readonly action: WidgetAction;
  /** Before the label. */
  readonly icon?: ReactNode;
  readonly style?: CSSProperties;
}

/** The link of an action that has a target; otherwise nothing. */
export function ActionLink({ id, action, icon, style, className }: ActionLinkProps): ReactElement | null {
  const { isolate } = useBidi();
  const link = useRef<HTMLAnchorElement>(null);
  const { href, variant, color, label } = action;
  useLaidOut(link, readButton);
  useDrawnAction(id, link, href !== null);
  if (href === null) return null;
  const colored = { "--kit-action": color ?? undefined, ...style } as CSSProperties;
  return (
    <a
      ref={link}
      className={namesOf("kit-button", className)}
      data-action={id}
      data-variant={variant}
      href={href}
      style={colored}
    >
      {icon}
      {isolate(label)}
    </a>
  );
}

/** Reports to the host that the link shows the action, while it has a box: a card that is too small may drop it. */
function useDrawnAction(id: string, link: RefObject<HTMLElement | null>, isDrawn: boolean): void {
  const { drawAction } = useMountedContext("ActionButton");
  useLayoutEffect(() => {
    if (!isDrawn || drawAction === undefined) return;
    let takeBack: (() => void) | null = drawAction(id);
    const observer = new ResizeObserver(() => {
      const isVisible = link.current !== null && link.current.getClientRects().length > 0;
      if (isVisible) takeBack ??= drawAction(id);
      else {
        takeBack?.();
        takeBack = null;
      }
    });
    observer.observe(link.current!);
    return () => {
      observer.disconnect();
      takeBack?.();
    };
  }, [id, link, isDrawn, drawAction]);
}
