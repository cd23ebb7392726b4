import { createDeadLetterCommand } from "../dead_letter_command.ts";

/** `deno task notifications`. */
export const { command, actions } = createDeadLetterCommand({
  name: "notifications",
  summary: "List the notifications that could not be delivered, or replay one.",
  nouns: ["notification", "notifications"],
  replayNote:
    "The id of a notification is that of its commit. A replayed notification is queued again; serve delivers it, or the agent takes it.",
  examples: [
    "deno task notifications",
    "deno task notifications replay 0d4c1a52-7a57-4c4c-9d0e-5b1b2f1d7c11 --json",
  ],
  actionNames: { list: "list-notifications", replay: "replay-notification" },
  source: "notifications",
  onReplayed: (deps) => deps.onNotificationQueued?.(),
});
