import { type ReactElement, useEffect, useState } from "react";
import { useShell } from "../shell_context.ts";
import { Facts } from "./facts.tsx";
import { useInspectedCard } from "./use_inspected_card.ts";

/** How long the inspected card took to render, how often it was rendered, and what blocked the page. */
export function PerformancePanel(): ReactElement {
  const card = useInspectedCard();
  const renderings = useShell((state) => card === null ? undefined : state.renderings.get(card.key));
  const tasks = useLongTasks();
  if (renderings === undefined) return <p className="shell-hint">The card was not rendered in this page.</p>;
  const { mountMs, updates, lastUpdatesMs } = renderings;
  const [last] = lastUpdatesMs;
  const facts = [
    ["Mount", formatMs(mountMs)],
    ["Renders", `${1 + updates}`],
    ...(last === undefined ? [] : [
      ["Last render", formatMs(last)],
      ["Slowest", formatMs(Math.max(...lastUpdatesMs))],
    ]),
    ["Long tasks", tasks === null ? "not measured by this browser" : formatTasks(tasks)],
  ];
  return (
    <>
      <Facts facts={facts} />
      <p className="shell-hint">
        Times are those of React's development build: compare them with each other, not with production.
      </p>
    </>
  );
}

function formatMs(milliseconds: number): string {
  return `${milliseconds.toFixed(1)} ms`;
}

function formatTasks(tasks: readonly number[]): string {
  if (tasks.length === 0) return "none over 50 ms";
  return `${tasks.length}, the longest ${formatMs(Math.max(...tasks))}`;
}

/** The durations of the page's tasks over 50 ms since it was loaded; null when the browser does not report them. */
function useLongTasks(): readonly number[] | null {
  const [tasks, setTasks] = useState<readonly number[] | null>(
    () => PerformanceObserver.supportedEntryTypes.includes("longtask") ? [] : null,
  );
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const durations = list.getEntries().map(({ duration }) => duration);
      setTasks((known) => [...known ?? [], ...durations]);
    });
    try {
      observer.observe({ type: "longtask", buffered: true });
    } catch {
      return;
    }
    return () => observer.disconnect();
  }, []);
  return tasks;
}
