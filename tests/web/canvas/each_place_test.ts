// budget: 60 s: a card is opened in a sealed canvas, a saved file and a chat, for documents, fonts, pictures and addresses
/**
 * What is tried of a card in each place that shows it, in Chromium, and in Firefox for a sealed canvas: the files register
 * their tests here, so that they share a chat and a Firefox. Each can be run alone, too.
 *
 * @module
 */
import "./fonts_cases.ts";
import "./link_addresses_cases.ts";
import "./pictures_cases.ts";
