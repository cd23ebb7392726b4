/** A widget's module as a function, for where it cannot be imported: the bundler's isolate, and a page of one file. */
export { createModuleFunction, type ImportedNames } from "./module_function.ts";
export { parseModule } from "./parse_module.ts";
