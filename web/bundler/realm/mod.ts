/**
 * What runs inside the realm of one widget's evaluation: the language, those parts of the web platform that loading and
 * rendering need, written in the language itself, and the judge. It is the same on every runtime that the bundler runs on,
 * and is bundled into one script that is run anew for each widget.
 *
 * @module
 */
export {
  type Answer,
  type EvaluationError,
  openRealm,
  type Realm,
  type RenderFailure,
  type WidgetModule,
} from "./open_realm.ts";
