/**
 * Phase 4: prints a type as TypeScript, on one line or with the notes of its properties.
 *
 * `named` says which types print as a name. What prints here is legal TypeScript in both styles; the compact style
 * leaves out what a reader does not need (blanks inside braces), measured in o200k tokens.
 */
import { UNKNOWN, isPlain, type Definition, type ObjectType, type Type } from "./ir.ts";
import { isIdentifier } from "./names.ts";
import { quote } from "./text.ts";

export interface PrintOptions {
  /** Name of a type, if it has one. */
  readonly nameOf: (type: Type) => string | undefined;
  /** Name of a recursive definition. */
  readonly definitionName: (definition: Definition) => string;
  /** How blanks and separators print. */
  readonly style: Style;
  /** True to print objects that do not mention further properties as open. */
  readonly silentIsOpen?: boolean;
  /** The note of a property to print here, "" for none; when absent no type spans lines. */
  readonly note?: (property: { readonly name: string; readonly notes: string }) => string;
}

interface Style {
  readonly colon: string;
  readonly separator: string;
  readonly open: string;
  readonly close: string;
  readonly or: string;
  readonly and: string;
}

/**
 * The style for models: `{owner:string,labels?:string[]}` is still TypeScript and takes a quarter fewer o200k tokens than the
 * spaced form (`:string` and `,` + name are often one token each).
 */
export const DENSE: Style = { colon: ":", separator: ",", open: "{", close: "}", or: "|", and: "&" };
/** The style for editors. */
export const SPACED: Style = { colon: ": ", separator: "; ", open: "{ ", close: " }", or: " | ", and: " & " };

const MAX_NESTING = 60;
const MAX_INDEX_CHARS = 160;

export function printType(type: Type, options: PrintOptions, depth = 0): string {
  return options.nameOf(type) ?? printBody(type, options, depth);
}

/** Prints the type itself even if it has a name, for its declaration. */
export function printBody(type: Type, options: PrintOptions, depth = 0): string {
  if (depth > MAX_NESTING) return "unknown";
  if (isPlain(type)) return type.kind;
  switch (type.kind) {
    case "literal":
      return typeof type.value === "string" ? quote(type.value) : printScalar(type.value);
    case "reference":
      return options.definitionName(type.definition);
    case "array":
      return `${printOperand(type.element, options, depth)}[]`;
    case "tuple": {
      const parts = type.elements.map((element, index) =>
        index < type.required ? printType(element, options, depth + 1) : `${printOperand(element, options, depth)}?`,
      );
      if (type.rest) parts.push(`...${printOperand(type.rest, options, depth)}[]`);
      return `[${parts.join(options.style === DENSE ? "," : ", ")}]`;
    }
    case "union":
      return type.members.map((member) => printMember(member, options, depth)).join(options.style.or);
    case "intersection":
      return type.members.map((member) => printOperand(member, options, depth)).join(options.style.and);
    case "object":
      return printObject(type, options, depth);
  }
}

function printScalar(value: number | boolean): string {
  return Object.is(value, -0) ? "0" : String(value);
}

/** Prints an operand of `[]`, `?` or `&`, where unions and intersections need parentheses. */
function printOperand(type: Type, options: PrintOptions, depth: number): string {
  const text = printType(type, options, depth + 1);
  const compound = (type.kind === "union" || type.kind === "intersection") && options.nameOf(type) === undefined;
  return compound ? `(${text})` : text;
}

function printMember(type: Type, options: PrintOptions, depth: number): string {
  return type.kind === "intersection" ? printOperand(type, options, depth) : printType(type, options, depth + 1);
}

export function printName(name: string): string {
  return isIdentifier(name) ? name : quote(name);
}

function printObject(type: ObjectType, options: PrintOptions, depth: number): string {
  const { style } = options;
  const rest = type.rest ?? (options.silentIsOpen && !type.isClosed ? UNKNOWN : undefined);
  if (style === DENSE && type.properties.length === 0 && rest?.kind === "unknown") return "object";
  if (type.properties.length === 0 && !rest) return style === DENSE ? "{}" : "Record<string, never>";
  const parts: string[] = [];
  const values: string[] = [];
  const notes: string[] = [];
  for (const property of type.properties) {
    const value = printType(property.type, options, depth + 1);
    values.push(value);
    // Where notes print, they say it.
    const mark = property.isBase64 === true && options.note === undefined ? "/*base64*/" : "";
    parts.push(`${printName(property.name)}${property.isRequired ? "" : "?"}${style.colon}${value}${mark}`);
    notes.push(options.note?.(property) ?? "");
  }
  if (rest) {
    parts.push(printRest(rest, values, type, options, depth));
    notes.push("");
  }
  if (notes.every((note) => note === "") && !parts.some((part) => part.includes("\n"))) {
    return `${style.open}${parts.join(style.separator)}${style.close}`;
  }
  const indent = " ".repeat(depth + 1);
  const lines = parts.map((part, index) => {
    const note = notes[index] ?? "";
    // Editors show only comments before a property.
    if (style === SPACED && note !== "") return `${indent}/** ${note} */\n${indent}${part}`;
    return note === "" ? `${indent}${part}` : `${indent}${part} // ${note}`;
  });
  return `{\n${lines.join("\n")}\n${" ".repeat(depth)}}`;
}

/**
 * The index signature; it must admit the named properties too (TS2411). Their types are not repeated when long: nested
 * objects of this kind would double the text at every level.
 */
function printRest(
  rest: Type,
  values: readonly string[],
  type: ObjectType,
  options: PrintOptions,
  depth: number,
): string {
  const { colon, or } = options.style;
  const key = `[k:${colon === ":" ? "" : " "}string]${colon}`;
  if (rest.kind === "unknown") return `${key}unknown`;
  const parts = new Set([printType(rest, options, depth + 1), ...values]);
  if (type.properties.some((property) => !property.isRequired)) parts.add("undefined");
  const text = [...parts].join(or);
  const tooLong = values.length > 0 && (text.length > MAX_INDEX_CHARS || text.includes("\n"));
  return parts.has("unknown") || tooLong ? `${key}unknown` : `${key}${text}`;
}
