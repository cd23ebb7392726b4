/** The script that measures cards, and the JavaScript world of a page that it runs in, apart from the page's own scripts. */
export { IsolatedWorld } from "./isolated_world.ts";
export { buildMeasuringScript, loadMeasuringScript, MEASURING_SCRIPT_FILE } from "./measuring_script.ts";
