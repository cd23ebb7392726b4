/**
 * What errors are made of: a base class with a code, and the texts of messages.
 *
 * @module
 */
export { CodedError } from "./coded_error.ts";
export { errorMessage } from "./error_message.ts";
export { quote } from "./quote.ts";
