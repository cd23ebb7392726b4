/** A package cannot be made of this tree. */
export class PackageError extends Error {
  override name = "PackageError";
}
