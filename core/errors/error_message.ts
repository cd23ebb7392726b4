/** The message of a caught value, which need not be an `Error`. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Ends a circle of causes; real chains are shorter. */
const MAX_CAUSES = 8;

/**
 * The message of a caught value and those of its causes, the outermost first. The message of a failed `fetch` is only
 * "fetch failed"; its cause says why. A message that a former one contains is left out.
 */
export function errorMessageWithCauses(error: unknown): string {
  if (!(error instanceof Error)) return errorMessage(error);
  const messages: string[] = [];
  let next: unknown = error;
  for (let count = 0; next instanceof Error && count <= MAX_CAUSES; count++) {
    const { message } = next;
    if (!messages.some((former) => former.includes(message))) messages.push(message);
    next = causeOf(next);
  }
  return messages.filter((message) => message !== "").join(": ");
}

/** The failures of several addresses of a host are one error without a message or a cause, which has them all. */
function causeOf(error: Error): unknown {
  return error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
}
