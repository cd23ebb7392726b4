import { createDeadLetterCommand } from "../dead_letter_command.ts";

/** `deno task dead-letters`. */
export const { command, actions } = createDeadLetterCommand({
  name: "dead-letters",
  summary: "List the commit requests that could not be carried out, or replay one.",
  nouns: ["commit request", "commit requests"],
  replayNote: "A replayed commit request is queued again; deno task commit-worker carries it out.",
  examples: [
    "deno task dead-letters",
    "deno task dead-letters replay 0d4c1a52-7a57-4c4c-9d0e-5b1b2f1d7c11 --json",
  ],
  actionNames: { list: "list-requests", replay: "replay-request" },
  source: "commitRequests",
});
