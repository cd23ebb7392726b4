/** A rule does not hold. */
export class CheckFault extends Error {
  override readonly name = "CheckFault";
}

/** A rule cannot be checked with what was given. */
export class CheckSkipped extends Error {
  override readonly name = "CheckSkipped";
}
