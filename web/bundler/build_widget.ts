import type { WidgetManifest } from "../../core/manifest/mod.ts";
import type { CheckedModule } from "./check/mod.ts";
import { type Diagnostic, DiagnosticError } from "./diagnostic.ts";
import { hasTrait, isError } from "./diagnostic_codes.ts";
import type { WidgetSource } from "./discover/mod.ts";
import { evaluateWidget } from "./evaluate/evaluate_widget.ts";
import type { IsolateTurn } from "./evaluate/isolate_pool.ts";
import { type Bundle, createBundle } from "./output/create_bundle.ts";

/** Where widgets are compiled and evaluated: in processes (`build_processes.ts`), or in workers of a page. */
export interface BuildSteps {
  readonly compiler: {
    /**
     * Compiles a widget and checks it.
     *
     * @throws {DiagnosticError} when the widget is not valid, or cannot be compiled
     */
    check(source: WidgetSource): Promise<CheckedModule>;
  };
  readonly isolates: {
    /** Begins the turn of a widget. */
    takeTurn(): IsolateTurn;
  };
}

/** A card that can be shown. */
export interface BuiltCard {
  readonly bundle: Pick<Bundle, "hash" | "envelope">;
  readonly manifest: WidgetManifest;
}

/** A valid widget's bundle, and what its author should look at. */
export interface ValidWidget extends BuiltCard {
  bundle: Bundle;
  manifest: WidgetManifest;
  warnings: readonly Diagnostic[];
  /** What its readers do not have. */
  notes: readonly Diagnostic[];
}

/**
 * Compiles, checks, evaluates and packs one widget (lifecycle specification, rule 2: the bundler decides). All
 * faults are reported, except those that may be consequences of another.
 *
 * @param builtAt when it counts as built, for `build.json`; without it, the bundle has none
 * @param onRendered called in a page with the card of a valid widget whose bundle waits for its markup only
 * @throws {DiagnosticError} when the widget is not valid
 */
export async function buildWidget(
  { compiler, isolates }: BuildSteps,
  source: WidgetSource,
  builtAt?: string,
  onRendered: (card: BuiltCard) => void = () => {},
): Promise<ValidWidget> {
  using turn = isolates.takeTurn();
  const checked = await compiler.check(source);
  const found = checked.diagnostics;
  const errors = found.filter(isError);
  if (errors.some(hasTrait("leavesOut"))) throw new DiagnosticError(found);
  let shown: Promise<void> | undefined;
  const evaluation = await evaluateWidget(turn, checked, (manifest) => {
    if (errors.length > 0) return;
    shown = createBundle({ checked, manifest, cards: new Map() })
      .then((bundle) => onRendered({ bundle, manifest }), () => {}); // The bundle fails as well, and says why.
  }).catch((error) => {
    if (!(error instanceof DiagnosticError)) throw error;
    const independent = errors.every(hasTrait("keepsMarkup"))
      ? error.diagnostics
      : error.diagnostics.filter(hasTrait("independent"));
    throw new DiagnosticError([...found, ...independent]);
  });
  if (errors.length > 0) throw new DiagnosticError(found);
  const { manifest, warnings, notes } = evaluation;
  await shown;
  const bundle = await createBundle(evaluation, builtAt);
  return { bundle, manifest, warnings: [...found, ...warnings], notes };
}
