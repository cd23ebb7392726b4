/**
 * Makes the npm packages that authors install from this tree.
 *
 * @module
 */
export { writeBillOfMaterials } from "./bill_of_materials.ts";
export { NPM_PACKAGES, type NpmPackage } from "./catalogue.ts";
export { PackageError } from "./errors.ts";
export { type PackedPackage, packFolder, packPackage } from "./pack_package.ts";
export { listFirstLoad } from "./preview_shell.ts";
