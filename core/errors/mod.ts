/** The base class of errors, and functions for their messages. */
export { CodedError } from "./coded_error.ts";
export { errorMessage, errorMessageWithCauses } from "./error_message.ts";
export { nearestName } from "./nearest_name.ts";
export { escapeControls, quote } from "./quote.ts";
