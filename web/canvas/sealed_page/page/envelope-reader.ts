/**
 * The inline script of a page that is given its cards later: it verifies their envelopes.
 *
 * @module
 */
import { readPageBundle } from "../read_bundle.ts";
import { offerEnvelopeReader } from "./reader_handover.ts";

offerEnvelopeReader(readPageBundle);
