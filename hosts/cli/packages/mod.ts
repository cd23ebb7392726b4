/**
 * The npm packages that authors install (architecture: npm packages for authors), made from this tree.
 *
 * @module
 */
export { NPM_PACKAGES, type NpmPackage } from "./catalogue.ts";
export { PackageError } from "./errors.ts";
export { type PackedPackage, packPackage } from "./pack_package.ts";
