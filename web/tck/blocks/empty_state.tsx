import type { ReactElement, ReactNode } from "react";
import { useBidi } from "./use_bidi.tsx";
import { namesOf, type StyledProps } from "./class_names.ts";
import { laidOut } from "../layout/registry.ts";
import { readEmpty } from "./figure_model.ts";

const EMPTY = laidOut(readEmpty);

interface EmptyStateProps extends StyledProps {
  /** What is not there, such as `No appointments today`. */
  readonly title: string;
  /** One line on when or why. A card that is too low for both leaves out the icon first. */
  readonly children?: ReactNode;
  /** An icon of 24 pixels, decorative. */
  readonly icon?: ReactNode;
}

/**
 * What a card shows in place of its content while there is none, in the middle of the room below its header.
 *
 * @example
 * ```tsx
 * import { Card, CardHeader, EmptyState } from "@tck/kit";
 * import { CalendarCheck } from "lucide-react";
 * export default function Agenda() {
 *   return (
 *     <Card>
 *       <CardHeader>Agenda</CardHeader>
 *       <EmptyState icon={<CalendarCheck aria-hidden />} title="Nothing today">The next appointment is on Friday.</EmptyState>
 *     </Card>
 *   );
 * }
 * ```
 */
export function EmptyState({ title, children, icon, className }: EmptyStateProps): ReactElement {
  const { directionOf } = useBidi();
  return (
    <div ref={EMPTY} className={namesOf("kit-empty", className)}>
      {icon !== undefined && <div className="kit-empty-icon">{icon}</div>}
      <p className="kit-empty-title" dir={directionOf(title)}>{title}</p>
      {children !== undefined && <p className="kit-empty-text" dir={directionOf(children)}>{children}</p>}
    </div>
  );
}
