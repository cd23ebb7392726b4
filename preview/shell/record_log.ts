import type { LogMessage } from "./state/shell_state.ts";
import { keepOwners, stackOf } from "./content/thrown_stacks.ts";

const LEVELS = ["log", "info", "warn", "error"] as const;

/** Records what is written to the page's console and thrown in the page. The browser's own console has it as well. */
export function recordLog(record: (message: LogMessage) => void): void {
  const add = (level: LogMessage["level"], text: string, stack: string | null) => {
    // A message during rendering must not render a panel at once.
    queueMicrotask(() => record({ level, text, stack, time: Date.now() }));
  };
  const { console } = globalThis;
  for (const level of LEVELS) {
    const write = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      write(...values);
      const error = values.find((value) => value instanceof Error);
      if (error !== undefined) keepOwners(error);
      add(level, formatValues(values), stackOf(error) ?? callerStack());
    };
  }
  globalThis.addEventListener("error", ({ error, message }) => {
    add("uncaught", error === undefined ? message : formatValue(error), error?.stack ?? null);
  });
  globalThis.addEventListener("unhandledrejection", ({ reason }) => {
    add("uncaught", formatValue(reason), reason?.stack ?? null);
  });
}

/** The lines of the caller of the console, without those of this file. */
function callerStack(): string | null {
  return new Error().stack?.split("\n").slice(STACK_LINES).join("\n") ?? null;
}

/** The message and the functions of this file, at the beginning of a stack. */
const STACK_LINES = 3;

/** The text of a message, with `%s` and the like replaced as the console does. */
function formatValues(values: readonly unknown[]): string {
  const [first, ...rest] = values;
  if (typeof first !== "string") return values.map(formatValue).join(" ");
  const text = first.replaceAll(/%([sdifoOc%])/g, (whole, kind: string) => {
    if (kind === "%") return "%";
    if (rest.length === 0) return whole;
    const value = rest.shift();
    return kind === "c" ? "" : formatValue(value);
  });
  return [text, ...rest.map(formatValue)].join(" ");
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return Error.prototype.toString.call(value);
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
