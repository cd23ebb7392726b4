/** Child processes with limits, which exchange lines with the bundler. */
export {
  type Exchange,
  LineProcess,
  type ProcessCommand,
  type ProcessEnd,
  type ProcessLimits,
} from "./line_process.ts";
export { startProcess } from "./start_process.ts";
