// budget: 45 s: the tests of twelve files, which share their sites and one Firefox
/**
 * What is tried in Chromium, and in Firefox each time or in the soak, and takes little time: the files register their tests
 * here, so that one Firefox serves them all. Each can be run alone, too.
 *
 * @module
 */
import "./clipboard_cases.ts";
import "./context_menu_cases.ts";
import "./floating_cases.ts";
import "./inner_windows_cases.ts";
import "./malformed_list_cases.ts";
import "./modal_dialogs_cases.ts";
import "./open_canvas_cases.ts";
import "./sealed_document_cases.ts";
import "./sealed_firefox_cases.ts";
import "./signed_out_cases.ts";
import "./unasked_focus_cases.ts";
import "./untrusted_text_cases.ts";
