import type { Diagnostic } from "../../../../web/bundler/findings/mod.ts";

/** The texts of a widget's files by their paths in the project. */
export type ProjectTexts = ReadonlyMap<string, string>;

/** The project's folder, for TypeScript. */
export const TYPES_FOLDER = "/project";

/** A place in a file: UTF-16 units before it. */
export interface Place {
  readonly file: string;
  readonly at: number;
}

/** A name that can be written at a place. */
export interface OfferedName {
  readonly name: string;
  /** What it is, in TypeScript's words. */
  readonly kind: string;
  /** Names of a lower rank come first. */
  readonly rank: number;
  /** The module that it would be imported from. */
  readonly source?: string | undefined;
  /** What TypeScript needs to know of it again. */
  readonly data?: object | undefined;
}

/** What is known of a name. */
export interface NameDetails {
  /** Its type and its documentation, as text. */
  readonly text: string;
  /** What its import changes in the file, in the order of the places. */
  readonly changes: readonly { readonly from: number; readonly to: number; readonly insert: string }[];
}

/** What is known of the files of a widget. */
export interface TypesAnswers {
  /** The type errors, in the order of their places. */
  readonly errors: readonly Diagnostic[];
  /** What can be written at a place, in place of the text after `from`. */
  readonly names: { readonly from: number; readonly offered: readonly OfferedName[] };
  readonly details: NameDetails | null;
  /** What stands at a place. */
  readonly description: { readonly from: number; readonly to: number; readonly text: string } | null;
}

/** What each answer is asked with. */
export interface TypesQuestions {
  readonly errors: null;
  readonly names: Place;
  readonly details: Place & { readonly offered: OfferedName };
  readonly description: Place;
}

/** Asks about types. The answer is null while they are not known. */
export type AskTypes = <Asked extends keyof TypesAnswers>(
  asked: Asked,
  question: TypesQuestions[Asked],
) => Promise<TypesAnswers[Asked] | null>;

/** What the worker is sent first. */
export interface TypesStart {
  /** The address of the declarations: a JSON object of texts by their paths. */
  readonly declarations: string;
}

export interface TypesRequest<Asked extends keyof TypesAnswers = keyof TypesAnswers> {
  readonly files: ProjectTexts;
  readonly asked: Asked;
  readonly question: TypesQuestions[Asked];
}
