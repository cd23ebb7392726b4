import { CodedError } from "../../core/errors/mod.ts";

/** A package cannot be made from this tree. */
export class PackageError extends CodedError<"package.invalid"> {
  override readonly name = "PackageError";

  constructor(message: string) {
    super("package.invalid", message);
  }
}
