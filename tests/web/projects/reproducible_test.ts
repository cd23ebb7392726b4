import { testReproducible } from "./reproducible.ts";

testReproducible(["workday"]); // It has Tailwind and packages of its own. The others are in the soak.
