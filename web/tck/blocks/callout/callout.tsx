import type { CSSProperties, ReactElement, ReactNode } from "react";
import { toneColor } from "../../tone_color.ts";
import type { Tone } from "../tone.ts";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readCallout } from "./callout_model.ts";

const CALLOUT = laidOut(readCallout);

interface CalloutProps extends StyledProps {
  /** The text. */
  readonly children?: ReactNode;
  /** A short line in bold above the text. */
  readonly title: ReactNode;
  /**
   * What its colour means. The title must say it as well.
   *
   * @default "info"
   */
  readonly tone?: Tone | undefined;
}

/**
 * A remark that stands out: a warning, a condition, a hint. A card without room for its text shows the title alone.
 *
 * @example
 * ```tsx
 * import { Callout } from "@tck/kit";
 * const warning = <Callout tone="warning" title="Gale warning">Ferries may be cancelled after 18:00.</Callout>;
 * ```
 */
export function Callout({ children, title, tone = "info", className }: CalloutProps): ReactElement {
  const { directionOf } = useBidi();
  return (
    <div
      ref={CALLOUT}
      className={namesOf("kit-callout", className)}
      role="note"
      style={{ "--kit-ink": toneColor(tone) } as CSSProperties}
    >
      <p className="kit-callout-title" dir={directionOf(title)}>{title}</p>
      {children !== undefined && <p className="kit-callout-text" dir={directionOf(children)}>{children}</p>}
    </div>
  );
}
