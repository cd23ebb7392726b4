/**
 * Describes the exports of modules with TypeDoc, and prints them as JSON: a list of `DocSymbol` for each module. The argument
 * is a `tsconfig.json` whose `files` are the modules. The dynamic imports install TypeDoc.
 *
 * @module
 */
import process from "node:process";

/** An export. Types are TypeScript on one line. */
export interface DocSymbol {
  name: string;
  /** In TypeDoc's words: `Function`, `Interface`, `TypeAlias`, `Class` or `Variable`. */
  kind: string;
  /** What follows the name of a function or type alias: `(id: string): void`, ` = 1 | 2`. */
  declaration: string;
  comment: DocComment;
  /** The fields of an interface, or of the first parameter of a function: the props of a component. */
  members: DocMember[];
}

/** A field. */
export interface DocMember {
  name: string;
  isOptional: boolean;
  type: string;
  comment: DocComment;
}

/** A documentation comment, in Markdown. */
export interface DocComment {
  text: string;
  tags: { tag: string; type: string; text: string }[];
}

/** The part of TypeDoc that is used. */
interface TypeDoc {
  Application: { bootstrapWithPlugins(options: object, readers: object[]): Promise<Application> };
  TSConfigReader: new () => object;
  ReflectionKind: { [kind: number]: string };
}

interface Application {
  options: { getFileNames(): string[]; setValue(name: "entryPoints", value: string[]): void };
  converter: {
    on(event: string, listener: (context: Context, created: Reflection, node?: Declaration) => void): void;
    convertType(scope: Context, node: object): Type;
  };
  convert(): Promise<{ children: Reflection[] } | undefined>;
}

interface Context {
  getSymbolFromReflection(reflection: Reflection): { declarations?: Declaration[] } | undefined;
  withScope(reflection: Reflection): Context;
}

/** A node of TypeScript's syntax tree. */
interface Declaration {
  type?: object;
}

interface Type {
  /** Its kind, such as `union`. */
  type: string;
  /** What a reference refers to. */
  reflection?: Reflection;
  /** The alternatives of a union, or the parts of an intersection. */
  types?: Type[];
  typeArguments?: Type[];
  toString(): string;
}

interface Reflection {
  name: string;
  kind: number;
  parent?: Reflection;
  flags: { isOptional: boolean; isRest: boolean };
  comment?: { summary: Part[]; blockTags: { tag: string; content: Part[]; typeAnnotation?: string }[] };
  type?: Type;
  default?: Type;
  defaultValue?: string;
  children?: Reflection[];
  signatures?: Reflection[];
  parameters?: Reflection[];
  typeParameters?: Reflection[];
}

/** A part of a comment. */
interface Part {
  kind: "text" | "code" | "inline-tag";
  text: string;
}

const TYPEDOC: string = "npm:typedoc@0.28.20";
const MISSING_EXPORTS: string = "npm:typedoc-plugin-missing-exports@4.1.4";

/** Where the plugin puts the types that an export refers to and that are not exported. */
const NOT_EXPORTED = "<internal>";

const { Application, ReflectionKind, TSConfigReader } = await import(TYPEDOC) as TypeDoc;
const { load } = await import(MISSING_EXPORTS);
const app = await Application.bootstrapWithPlugins({
  tsconfig: process.argv[2],
  plugin: [load],
  sort: [],
  alwaysCreateEntryPointModule: true,
  disableSources: true,
  skipErrorChecking: true, // `deno check` has the same types.
  excludeExternals: true,
  externalPattern: ["**/node_modules/**", "**/typescript/**"],
  jsDocCompatibility: { defaultTag: false, exampleTag: false },
  preservedTypeAnnotationTags: ["@throws"],
  logLevel: "Error",
}, [new TSConfigReader()]);
app.options.setValue("entryPoints", app.options.getFileNames());
for (const event of ["createDeclaration", "createSignature"]) app.converter.on(event, keepDeclaredType);
const project = await app.convert();
if (project === undefined) process.exit(1);
process.stdout.write(JSON.stringify(project.children.map(describeExports)));

/** TypeDoc describes what a type is resolved to: `1 | 2` for an alias of it. An author writes the alias. */
function keepDeclaredType(context: Context, created: Reflection, node?: Declaration): void {
  const { type } = node ?? context.getSymbolFromReflection(created)?.declarations?.[0] ?? {};
  if (!type || created.signatures) return;
  const scope = context.withScope(created);
  created.type = app.converter.convertType(scope, type);
  for (const parameter of created.parameters ?? []) keepDeclaredType(scope, parameter);
}

function describeExports({ children = [] }: Reflection): DocSymbol[] {
  return children.filter(({ name }) => name !== NOT_EXPORTED).map((reflection) => {
    const { name, kind, signatures, children } = reflection;
    const signature = signatures?.[0];
    const parameter = listMembers(signature?.parameters?.[0]?.type);
    return {
      name,
      kind: ReflectionKind[kind]!,
      declaration: signature
        ? printGenerics(signature) + printSignature(signature, ": ")
        : printAlias(reflection),
      comment: describeComment(signature ?? reflection),
      members: parameter.length > 0 ? parameter : (children ?? []).map(describeMember),
    };
  });
}

/** The fields of an interface, or of all alternatives of a union: a field is optional if one of them lacks it. */
function listMembers(type: Type | undefined): DocMember[] {
  if (type?.types === undefined) return (type?.reflection?.children ?? []).map(describeMember);
  const alternatives = type.types.map((one) => listMembers(one).filter(({ type }) => type !== "never"));
  const named = Map.groupBy(alternatives.flat(), ({ name }) => name).values();
  return Array.from(named, (same) => ({
    ...same[0]!,
    isOptional: same.length < alternatives.length || same.some(({ isOptional }) => isOptional),
  }));
}

function describeMember(member: Reflection): DocMember {
  const { name, flags, signatures, type } = member;
  const signature = signatures?.[0];
  return {
    name,
    isOptional: flags.isOptional,
    type: signature ? printSignature(signature, " => ") : printMember(type, flags.isOptional),
    comment: describeComment(signature ?? member),
  };
}

/** What is optional may be undefined as well, without saying so. */
function printMember(type: Type | undefined, isOptional: boolean): string {
  const others = type?.type === "union" ? type.types!.filter((one) => String(one) !== "undefined") : [];
  return isOptional && others.length > 0 ? others.map(printType).join(" | ") : printType(type);
}

function printAlias({ type, ...reflection }: Reflection): string {
  return `${printGenerics(reflection)} = ${printType(type)}`;
}

function printGenerics({ typeParameters = [] }: Pick<Reflection, "typeParameters">): string {
  const printed = typeParameters.map(({ name, type, default: initial }) =>
    name + (type ? ` extends ${printType(type)}` : "") + (initial ? ` = ${printType(initial)}` : "")
  );
  return printed.length === 0 ? "" : `<${printed.join(", ")}>`;
}

function printSignature({ parameters = [], type }: Reflection, arrow: ": " | " => "): string {
  const printed = parameters.map(({ name, flags, defaultValue, type }) => {
    const optional = flags.isOptional || defaultValue !== undefined ? "?" : "";
    return `${flags.isRest ? "..." : ""}${name.replace("__namedParameters", "options")}${optional}: ${
      printType(type)
    }`;
  });
  return `(${printed.join(", ")})${arrow}${printType(type)}`;
}

/** Every list of the kit is readonly; saying so makes the types longer. A type that is not exported is written out. */
function printType(type: Type | undefined): string {
  const { reflection, typeArguments } = type ?? {};
  const isHidden = reflection?.parent?.name === NOT_EXPORTED && !typeArguments && reflection.type;
  return String(isHidden ? reflection.type : type).replaceAll("readonly ", "");
}

function describeComment({ comment }: Reflection): DocComment {
  const tags = comment?.blockTags ?? [];
  return {
    text: printParts(comment?.summary ?? []),
    tags: tags.map(({ tag, content, typeAnnotation }) => ({
      tag,
      type: typeAnnotation?.replace(/^\{|\}$/g, "") ?? "",
      text: printParts(content),
    })),
  };
}

function printParts(parts: readonly Part[]): string {
  return parts.map(({ kind, text }) => kind === "inline-tag" ? `\`${text}\`` : text).join("");
}
