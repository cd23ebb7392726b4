/** A type, as `deno doc --json` describes it. */
export interface DocType {
  kind: string;
  repr?: string;
  // deno-lint-ignore no-explicit-any -- its form depends on the kind
  value?: any;
}

/** A parameter of a function. */
export interface Parameter {
  kind: string;
  name?: string;
  optional?: boolean;
  tsType?: DocType | undefined;
  /** What a parameter with a default is without it. */
  left?: Parameter;
  /** What a rest parameter collects. */
  arg?: Parameter;
}

/** Prints a type as TypeScript, on one line. */
export function printType(type: DocType | undefined): string {
  if (type === undefined) return "unknown";
  const { kind, value } = type;
  switch (kind) {
    case "literal":
      return printLiteral(value);
    case "union":
      return value.map(printOperand).join(" | ");
    case "intersection":
      return value.map(printOperand).join(" & ");
    case "array":
      return `${printOperand(value)}[]`;
    case "tuple":
      return `[${value.map(printType).join(", ")}]`;
    case "typeRef":
      return value.typeName + printTypeArguments(value.typeParams);
    case "typeOperator":
      // Every list of the kit is readonly; saying so makes the types longer.
      return value.operator === "readonly"
        ? printType(value.tsType)
        : `${value.operator} ${printType(value.tsType)}`;
    case "parenthesized":
      return `(${printType(value)})`;
    case "rest":
      return `...${printType(value)}`;
    case "optional":
      return `${printType(value)}?`;
    case "indexedAccess":
      return `${printOperand(value.objType)}[${printType(value.indexType)}]`;
    case "typeQuery":
      return `typeof ${value}`;
    case "fnOrConstructor":
      return `${printParameters(value.params)} => ${printType(value.tsType)}`;
    case "typeLiteral":
      return printTypeLiteral(value);
    case "mapped": {
      const { typeParam, nameType, tsType, optional } = value;
      const key = `${typeParam.name} in ${printType(typeParam.constraint)}`;
      return `{ [${key}${nameType ? ` as ${printType(nameType)}` : ""}]${optional ? "?" : ""}: ${
        printType(tsType)
      } }`;
    }
    case "conditional": {
      const { checkType, extendsType, trueType, falseType } = value;
      const condition = `${printOperand(checkType)} extends ${printOperand(extendsType)}`;
      return `${condition} ? ${printType(trueType)} : ${printType(falseType)}`;
    }
    case "infer":
      return `infer ${value.name ?? value.typeParam.name}`;
    default:
      if (type.repr) return type.repr;
      throw new Error(`Cannot print a type of kind "${kind}"; add it to print_type.ts`);
  }
}

/** Prints the parameters of a function, with their brackets. */
export function printParameters(parameters: readonly Parameter[]): string {
  return `(${parameters.map(printParameter).join(", ")})`;
}

function printParameter(parameter: Parameter, index: number): string {
  if (parameter.kind === "rest") {
    const { arg, tsType } = parameter;
    return `...${printParameter({ ...arg!, tsType: tsType ?? arg!.tsType }, index)}`;
  }
  if (parameter.left !== undefined) return printParameter({ ...parameter.left, optional: true }, index);
  const name = parameter.name ?? (index === 0 ? "options" : `options${index + 1}`);
  return `${name}${parameter.optional ? "?" : ""}: ${printType(parameter.tsType)}`;
}

function printOperand(type: DocType): string {
  const open = ["union", "intersection", "fnOrConstructor", "conditional"];
  const isOpen = open.includes(type.kind) ||
    (type.kind === "typeOperator" && type.value.operator !== "readonly");
  return isOpen ? `(${printType(type)})` : printType(type);
}

function printTypeArguments(types: readonly DocType[] | null | undefined): string {
  return types?.length ? `<${types.map(printType).join(", ")}>` : "";
}

// deno-lint-ignore no-explicit-any -- its form depends on the kind
function printLiteral(literal: any): string {
  switch (literal.kind) {
    case "string":
      return JSON.stringify(literal.string);
    case "number":
      return String(literal.number);
    case "boolean":
      return String(literal.boolean);
    case "template":
      return `\`${literal.tsTypes.map(printTemplatePart).join("")}\``;
    default:
      throw new Error(`Cannot print a literal of kind "${literal.kind}"; add it to print_type.ts`);
  }
}

function printTemplatePart(part: DocType): string {
  const isText = part.kind === "literal" && part.value.kind === "string";
  return isText ? part.value.string : `\${${printType(part)}}`;
}

interface TypeLiteral {
  properties?: { name: string; optional?: boolean; readonly?: boolean; tsType?: DocType }[];
  methods?: { name: string; params: Parameter[]; returnType?: DocType }[];
  indexSignatures?: { params: Parameter[]; tsType?: DocType }[];
}

function printTypeLiteral({ properties = [], methods = [], indexSignatures = [] }: TypeLiteral): string {
  const parts = [
    ...properties.map(({ name, optional, tsType }) => `${name}${optional ? "?" : ""}: ${printType(tsType)}`),
    ...methods.map(({ name, params, returnType }) =>
      `${name}${printParameters(params)}: ${printType(returnType)}`
    ),
    ...indexSignatures.map(({ params, tsType }) =>
      `[${params.map(printParameter).join(", ")}]: ${printType(tsType)}`
    ),
  ];
  return `{ ${parts.join("; ")} }`;
}
