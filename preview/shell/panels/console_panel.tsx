import { type ReactElement, useState } from "react";
import type { StackFrame } from "../../protocol.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { forgetLog, isFromVite } from "../state/records.ts";
import type { LogEntry } from "../state/shell_state.ts";
import { PlaceButton } from "../controls/place_button.tsx";

/**
 * What was logged and thrown in the page and in the frame of its card since the last edit and since the widget was opened, the
 * last one first. Vite's own messages are apart.
 */
export function ConsolePanel(): ReactElement {
  const { store } = useShellDependencies();
  const log = useShell((state) => state.log);
  const own = log.filter(({ text }) => !isFromVite(text));
  const others = log.filter(({ text }) => isFromVite(text));
  return (
    <>
      {own.length === 0
        ? <p className="shell-hint">Nothing was logged or thrown since the last edit.</p>
        : <Messages entries={own} label="Messages" />}
      {others.length > 0 && (
        <details>
          <summary>{`Vite: ${others.length === 1 ? "1 message" : `${others.length} messages`}`}</summary>
          <Messages entries={others} label="Messages of Vite" />
        </details>
      )}
      {log.length > 0 && (
        <button type="button" className="shell-button" onClick={() => forgetLog(store)}>Clear</button>
      )}
    </>
  );
}

function Messages({ entries, label }: { entries: readonly LogEntry[]; label: string }): ReactElement {
  return (
    <ol className="shell-log" role="list" aria-label={label}>
      {entries.map((entry) => <Message key={entry.id} entry={entry} />)}
    </ol>
  );
}

function Message({ entry: { level, text, stack, time, count } }: { entry: LogEntry }): ReactElement {
  return (
    <li data-level={level}>
      <p className="shell-log-text">
        <span className="shell-severity" data-severity={severityOf(level)}>{level}</span> {text}
        {count > 1 && <span className="shell-hint">{` × ${count}`}</span>}
      </p>
      <time className="shell-hint" dateTime={new Date(time).toISOString()}>
        {new Date(time).toLocaleTimeString()}
      </time>
      {stack !== null && <Stack stack={stack} />}
    </li>
  );
}

function severityOf(level: LogEntry["level"]): "error" | "warning" | "note" {
  if (level === "error" || level === "uncaught") return "error";
  return level === "warn" ? "warning" : "note";
}

/** The stack trace with its places in the project's sources, which the server finds when it is opened. */
function Stack({ stack }: { stack: string }): ReactElement {
  const { client } = useShellDependencies();
  const [frames, setFrames] = useState<readonly StackFrame[] | null>(null);
  const load = async () => {
    if (frames === null) setFrames(await client.mapStack(stack).catch(() => toFrames(stack)));
  };
  return (
    <details className="shell-stack" onToggle={() => void load()}>
      <summary>Stack trace</summary>
      <ol role="list">
        {(frames ?? toFrames(stack)).map(({ text, source }, index) => (
          <li key={index}>{source === null ? text : <PlaceButton {...source} />}</li>
        ))}
      </ol>
    </details>
  );
}

function toFrames(stack: string): StackFrame[] {
  return stack.split("\n").map((line) => ({ text: line.trim(), source: null }));
}
