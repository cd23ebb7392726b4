import { testReproducible } from "./reproducible.ts";
import { SAMPLE_PROJECTS } from "./sample_projects.ts";

testReproducible(SAMPLE_PROJECTS);
