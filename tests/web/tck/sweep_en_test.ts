// budget: 120 s: eighty views in nine sizes, without and with slots, and axe in two themes
import { sweep } from "./sweep.ts";
import { SWEEP_CHECKS } from "./sweep_checks.ts";

sweep({ locale: "en", slots: false }, SWEEP_CHECKS);
sweep({ locale: "en", slots: true }, SWEEP_CHECKS);
