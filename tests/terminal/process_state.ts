/**
 * What a command changes in its process, for commands that run in the test's own.
 *
 * @module
 */
import process from "node:process";

/** Sets variables of this process until it is disposed of. Those without a value are removed. */
export function setVariables(variables: { readonly [name: string]: string | undefined }): Disposable {
  const former = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  for (const [name, value] of Object.entries(variables)) setVariable(name, value);
  return {
    [Symbol.dispose]() {
      for (const [name, value] of former) setVariable(name, value);
    },
  };
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** A command listens for the signals that end its process. Removes those listeners when it is disposed of. */
export function keepListeners(): Disposable {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const before = signals.map((signal) => process.listeners(signal));
  return {
    [Symbol.dispose]() {
      for (const [index, signal] of signals.entries()) {
        for (const listener of process.listeners(signal)) {
          if (!before[index]!.includes(listener)) process.off(signal, listener as () => void);
        }
      }
    },
  };
}
