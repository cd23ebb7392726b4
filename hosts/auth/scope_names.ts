/** The scope of a bearer that reads its user's pages. */
export const READ_SCOPE = "tck.read";

/** The scope of the credential that one service sends to another. */
export const INTERNAL_SCOPE = "tck.internal";

/** The scope of a writer's credential, which commits batches over HTTP. */
export const COMMIT_SCOPE = "tck.commit";
