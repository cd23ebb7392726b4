/** The review of a snapshot: what differs from the accepted pictures, and the verdicts of a person. */
export { ReviewSession } from "./review_session.ts";
export { type AppliedVerdicts, applyVerdictFile } from "./verdict_file.ts";
export { type ReviewFolders, reviewFoldersOf, ReviewStore } from "./review_store.ts";
