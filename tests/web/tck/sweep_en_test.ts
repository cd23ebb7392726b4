// budget: 120 s: some sixty views in nine sizes, and axe in two themes. Without slots: in `sweep_soak.ts`.
import { sweep } from "./sweep.ts";
import { SWEEP_CHECKS } from "./sweep_checks.ts";

sweep({ locale: "en", slots: true }, SWEEP_CHECKS);
