import type { LogEvent } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import type { JsonValue } from "../../core/manifest/mod.ts";

/** Who did what to whose data. */
export interface AuditedAct {
  readonly action:
    | "commit"
    | "rollback"
    | "delete_batch"
    | "export"
    | "export_feed"
    | "erase"
    | "replay"
    | "sign_in";
  /** `command:ACCOUNT@HOST`, `commit-worker:…` or `serve:…` for processes, `service:SUBJECT` for a credential, `user` for the user. */
  readonly actor: string;
  /** The user whose data it is; null where it is not one user's. */
  readonly user: string | null;
  readonly outcome: "done" | "failed";
  /** What it is about, such as a `batchId`. */
  readonly [detail: string]: JsonValue;
}

export function buildSignInEvent({ id, userId }: { readonly id: string; readonly userId: string }): LogEvent {
  return buildAuditEvent({ action: "sign_in", actor: "user", user: userId, outcome: "done", sessionId: id });
}

/** The line of the log for an act. It is written whatever the level of the log is. */
export function buildAuditEvent(act: AuditedAct): LogEvent {
  const { action, actor, user, outcome } = act;
  const whose = user === null ? "" : ` of user ${quote(user)}`;
  const message = `${action}${whose} by ${quote(actor)}: ${outcome}`;
  return { event: "audit", level: "info", message, audit: true, ...act };
}
