import type { ReactElement } from "react";
import type { LiveWidget, PublicBundle } from "../../protocol.ts";
import { useLiveCard } from "../card/use_card.ts";
import { LanguageSection } from "../language/language_section.tsx";
import type { StageSubject } from "../shell_store.ts";
import { Diagnostics } from "./diagnostics.tsx";
import { WidgetDetails } from "./widget_details.tsx";

/** The details of the widget on the Stage. */
export function StageInspector({ subject }: { subject: StageSubject }): ReactElement {
  return (
    <>
      {subject.kind === "live" && <LiveInspector key={subject.widget.name} widget={subject.widget} />}
      {subject.kind === "bundle" && (
        <WidgetDetails manifest={subject.bundle.manifest} origin={originOf(subject.bundle)} />
      )}
      <LanguageSection />
    </>
  );
}

function LiveInspector({ widget: { name, file, diagnostics } }: { widget: LiveWidget }): ReactElement {
  const { state } = useLiveCard(name);
  return (
    <>
      <Diagnostics diagnostics={diagnostics} />
      {state.status === "loaded" && (
        <WidgetDetails manifest={state.content.instance.manifest} origin={[["Source", file]]} />
      )}
    </>
  );
}

function originOf({ label, relPath, source, bundleHash, loadedAt }: PublicBundle): [string, string][] {
  return [
    ["Bundle", relPath ?? label],
    ["From", source],
    ["Loaded", new Date(loadedAt).toLocaleTimeString()],
    ["Hash", bundleHash],
  ];
}
