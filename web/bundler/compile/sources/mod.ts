/** Which files a widget may have, for what shows one without building it. Nothing of the build is loaded for it. */
export { PackageFolders } from "./package_folders.ts";
