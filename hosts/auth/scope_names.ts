/** The scope of a bearer that reads its user's pages. */
export const READ_SCOPE = "tck.read";

/** The scope of the credential with which one service calls another. */
export const INTERNAL_SCOPE = "tck.internal";

/** The scope of the credential with which a writer commits batches over HTTP. */
export const COMMIT_SCOPE = "tck.commit";
