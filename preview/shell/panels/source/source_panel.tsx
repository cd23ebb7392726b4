import type { ReactElement } from "react";
import { CopyButton } from "../../controls/copy_button.tsx";
import { useStageSubject } from "../../card/stage_card.ts";
import { PlaceButton } from "../../controls/place_button.tsx";
import { ReadMessage } from "./read_message.tsx";
import { useSource } from "./use_source.ts";

/** The source of the Stage's widget after the last edit. */
export function SourcePanel(): ReactElement {
  const subject = useStageSubject();
  const file = subject.kind === "live" ? subject.widget.file : null;
  const { value: text, ...state } = useSource(file);
  if (file === null || text === null) return <ReadMessage {...state} />;
  return (
    <>
      <p className="shell-diagnostic-place">
        <PlaceButton file={file} />
      </p>
      <pre className="shell-code shell-frame-lines" tabIndex={0} role="region" aria-label="Source">
        {text.trimEnd().split("\n").map((line, index) => (
          <span key={index}>
            <span className="shell-line-number">{String(index + 1).padStart(4)}</span> {line}{"\n"}
          </span>
        ))}
      </pre>
      <CopyButton text={() => text} />
    </>
  );
}
