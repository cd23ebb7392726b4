import type { ReactElement } from "react";
import type { FeedView } from "../../protocol.ts";
import { LanguageSection } from "../language/language_section.tsx";
import { useBundleState } from "../shell_context.ts";
import { Notes } from "./notes.tsx";

/** The details of the feed or grid on the Canvas. */
export function CanvasInspector({ view }: { view: FeedView | null }): ReactElement {
  return (
    <>
      {view?.notes !== undefined && <Notes key={view.id} notes={view.notes} />}
      <CompositionProblems />
      <LanguageSection />
    </>
  );
}

/** The functions of the configuration that threw, and what is shown instead. */
function CompositionProblems(): ReactElement | null {
  const { compositionProblems } = useBundleState();
  if (compositionProblems.length === 0) return null;
  return (
    <section className="shell-panel" aria-labelledby="shell-configuration">
      <h2 id="shell-configuration">Configuration</h2>
      <ul className="shell-fault" role="list">
        {compositionProblems.map(({ code, message }, index) => (
          <li key={index}>
            {message} <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
