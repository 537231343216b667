/** Builds one server's SDK: a signature for every tool, the types its tools share, and the text at three levels. */
import { compact, shareArguments, type Naming, type Root, type Equivalence } from "./compact.ts";
import { argumentSchema } from "./argument-schema.ts";
import { convertSchema } from "./convert.ts";
import { withConditionalProperties } from "./conditional-parts.ts";
import { ConversionBudget } from "./budget.ts";
import { Intersections } from "./intersect.ts";
import { ANY_OBJECT, UNKNOWN, type Type } from "./ir.ts";
import { assignIdentifiers, groupOf, isIdentifier } from "./names.ts";
import { isRecord } from "./is-record.ts";
import { shapeType, type Shape } from "./observe.ts";
import { DENSE, printBody, printType, type PrintOptions } from "./print.ts";
import { cleanText, firstSentence, withoutSharedBeginnings } from "./text.ts";

export type Detail = "names" | "signatures" | "full";

/** A tool as an upstream sent it; every field may be hostile or malformed. */
export interface ToolSource {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly observedOutput?: Shape;
  /** The tool returns a list page by page, and `.all()` the elements of all pages. */
  readonly paged?: Paged;
}

interface Paged {
  /** The property of a result that has the elements; absent: the result is the list. */
  readonly items?: string;
}

export interface ServerSource {
  readonly name: string;
  readonly identifier: string;
  readonly tools: readonly ToolSource[];
}

export interface SdkParameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  /** Allowed words of the parameter or of its elements; at most 50. */
  readonly values: readonly string[];
}

export interface SdkTool {
  readonly name: string;
  readonly identifier: string;
  /** First sentence that many tools of the server do not share, cleaned, at most 100 characters. */
  readonly summary: string;
  /** The whole description, cleaned. */
  readonly description: string;
  readonly parameters: readonly SdkParameter[];
  /** One line, without text, may mention shared types. */
  readonly signature: string;
  /** Shared types the signature mentions, directly or through others. */
  readonly needs: readonly string[];
  readonly input: ToolInput;
  readonly output: ToolOutput;
  readonly paged?: Paged;
}

interface ToolInput {
  readonly type: Type;
  readonly presence: "none" | "optional" | "required";
}

interface ToolOutput {
  readonly type: Type;
  readonly source: "declared" | "observed" | "unknown";
}

export interface ServerSdk {
  readonly name: string;
  readonly identifier: string;
  readonly tools: readonly SdkTool[];
  readonly byIdentifier: ReadonlyMap<string, SdkTool>;
  /** Name → declaration on one line, without text. */
  readonly declarations: ReadonlyMap<string, string>;
}

interface Draft {
  readonly source: ToolSource;
  readonly identifier: string;
  readonly input: ToolInput;
  readonly output: ToolOutput;
}

export function buildServerSdk(source: ServerSource): ServerSdk {
  const identifiers = assignIdentifiers(source.tools.map((tool) => tool.name));
  const budget = new ConversionBudget();
  const intersections = new Intersections(budget);
  const convert = (schema: unknown): Type => convertSchema(schema, budget);
  const drafts = source.tools.map((tool): Draft => {
    const identifier = identifiers.get(tool.name) ?? tool.name;
    const input = readInput(withConditionalProperties(argumentSchema(tool)), convert, intersections);
    return { source: tool, identifier, input, output: readOutput(tool, convert) };
  });
  const grouped = groupArguments(drafts, "bare");
  const naming = compact(rootsOf(grouped), "bare");
  const printed = printDeclared(naming);
  const own = withoutSharedBeginnings(source.tools.map(textOf));
  const tools = drafts.map((one, index): SdkTool => {
    const mentioned = new Set<string>();
    const signature = printSignature(source.identifier, grouped[index] ?? one, recording(naming, mentioned));
    return {
      name: one.source.name,
      identifier: one.identifier,
      summary: firstSentence(own[index] ?? ""),
      description: describe(one.source),
      parameters: parametersOf(one.input.type, intersections),
      signature,
      needs: closure(mentioned, printed.needs),
      input: one.input,
      output: one.output,
      ...(one.source.paged && { paged: one.source.paged }),
    };
  });
  const byIdentifier = new Map(tools.map((tool) => [tool.identifier, tool]));
  return { name: source.name, identifier: source.identifier, tools, byIdentifier, declarations: printed.text };
}

type Convert = (schema: unknown) => Type;

/** Reads the arguments, which are always an object, whatever the root of the schema says. */
function readInput(schema: unknown, convert: Convert, intersections: Intersections): ToolInput {
  const converted = isRecord(schema) ? intersections.of(convert(schema), ANY_OBJECT) : ANY_OBJECT;
  const type = converted.kind === "never" ? ANY_OBJECT : converted;
  const said = isRecord(schema) ? schema["additionalProperties"] : undefined;
  if (type.kind === "object" && type.properties.length === 0 && (said === undefined || said === false)) {
    return { type, presence: "none" };
  }
  return { type, presence: acceptsEmpty(type) ? "optional" : "required" };
}

/** @returns true if the type admits an object without properties */
function acceptsEmpty(type: Type, known = new Map<Type, boolean>()): boolean {
  let accepts = known.get(type);
  if (accepts !== undefined) return accepts;
  known.set(type, false);
  switch (type.kind) {
    case "object":
      accepts = type.properties.every((property) => !property.isRequired);
      break;
    case "union":
      accepts = type.members.some((member) => acceptsEmpty(member, known));
      break;
    case "intersection":
      accepts = type.members.every((member) => acceptsEmpty(member, known));
      break;
    case "reference":
      accepts = type.definition.type.kind !== "reference" && acceptsEmpty(type.definition.type, known);
      break;
    default:
      accepts = type.kind === "unknown";
  }
  known.set(type, accepts);
  return accepts;
}

function readOutput(source: ToolSource, convert: Convert): ToolOutput {
  if (isRecord(source.outputSchema)) {
    const type = convert(source.outputSchema);
    if (type.kind !== "unknown") return { type, source: "declared" };
  }
  if (source.observedOutput) {
    const type = shapeType(source.observedOutput);
    if (type.kind !== "unknown") return { type, source: "observed" };
  }
  return { type: UNKNOWN, source: "unknown" };
}

/** @returns the tool's description with the notes of its argument and result schemas */
function describe(source: ToolSource): string {
  const text = cleanText(textOf(source));
  const of = (schema: unknown) => (isRecord(schema) ? cleanText(schema["description"]) : "");
  const [input, output] = [of(source.inputSchema), of(source.outputSchema)];
  const lines = [text];
  if (!text.includes(input)) lines.push(input);
  if (!text.includes(output)) lines.push(`Returns: ${output}`);
  return lines.join("\n").trim();
}

function textOf({ description, title }: ToolSource): string {
  if (typeof description === "string" && description.trim() !== "") return description;
  return typeof title === "string" ? title : "";
}

function parametersOf(type: Type, intersections: Intersections): readonly SdkParameter[] {
  const merged = type.kind === "union" || type.kind === "intersection" ? type.members : [type];
  const objects = merged.filter((member) => member.kind === "object");
  const [first, ...others] = objects;
  if (!first) return [];
  const all = others.reduce((sum, one) => intersections.mergeObjects(sum, one), first);
  return all.properties.map(({ name, isRequired, notes, type: taken }) => ({
    name,
    required:
      isRequired &&
      (type.kind !== "union" || objects.every((one) => one.properties.some((p) => p.name === name && p.isRequired))),
    description: notes,
    values: wordsOf(taken),
  }));
}

const MAX_VALUES = 50;

/** @returns the words that a value or its elements may be, each once; at most MAX_VALUES */
function wordsOf(type: Type): readonly string[] {
  const words = new Set<string>();
  const seen = new Set<Type>();
  const collect = (part: Type): void => {
    if (seen.has(part) || words.size === MAX_VALUES) return;
    seen.add(part);
    if (part.kind === "literal" && typeof part.value === "string") words.add(part.value);
    else if (part.kind === "union") part.members.forEach(collect);
    else if (part.kind === "array") collect(part.element);
  };
  collect(type);
  return [...words];
}

/** @returns the same tools with their shared arguments in groups */
export function groupArguments<T extends Pick<SdkTool, "input">>(
  tools: readonly T[],
  sameness: Equivalence,
): readonly T[] {
  const types = shareArguments(
    tools.map((tool) => tool.input.type),
    sameness,
  );
  return tools.map((tool, index) => ({ ...tool, input: { ...tool.input, type: types[index] ?? tool.input.type } }));
}

export function rootsOf(tools: readonly Pick<SdkTool, "identifier" | "input" | "output">[]): readonly Root[] {
  return tools.flatMap(({ identifier, input, output }) => [
    { type: input.type, hint: `${identifier}_input`, isArguments: true },
    { type: output.type, hint: `${identifier}_output`, isArguments: false },
  ]);
}

export function printSignature(
  server: string,
  { identifier, input, output }: Pick<SdkTool, "identifier" | "input" | "output">,
  options: PrintOptions,
): string {
  const result = output.source === "unknown" ? "" : `:${printType(output.type, options)}`;
  return `${server}.${identifier}(${printParameters(identifier, input, options)})${result}`;
}

/** @returns one object of arguments, or for a function of a group each argument by itself */
export function printParameters(identifier: string, { type, presence }: ToolInput, options: PrintOptions): string {
  if (presence === "none") return "";
  const isInOrder = groupOf(identifier) !== undefined && type.kind === "object";
  if (isInOrder && type.properties.every(({ name }) => isIdentifier(name))) {
    return type.properties
      .map(({ name, isRequired, type: taken }) => {
        return `${parameterName(name)}${isRequired ? "" : "?"}:${printType(taken, options)}`;
      })
      .join(",");
  }
  return `a${presence === "optional" ? "?" : ""}:${printType(type, options)}`;
}

/** `arguments` cannot name a parameter */
function parameterName(name: string): string {
  return name === "arguments" ? "args" : name;
}

/** @returns print options that record the shared types they print */
export function recording(naming: Naming, mentioned: Set<string>): PrintOptions {
  return {
    style: DENSE,
    nameOf: (type) => {
      const name = naming.nameOf(type);
      if (name !== undefined) mentioned.add(name);
      return name;
    },
    definitionName: (definition) => {
      const name = naming.definitionName(definition);
      mentioned.add(name);
      return name;
    },
  };
}

interface PrintedDeclarations {
  /** Name → declaration on one line, without text. */
  readonly text: ReadonlyMap<string, string>;
  /** Name → the other names its declaration mentions. */
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>;
}

export function printDeclared(naming: Naming): PrintedDeclarations {
  const text = new Map<string, string>();
  const needs = new Map<string, ReadonlySet<string>>();
  for (const [name, type] of naming.declarations) {
    const mentioned = new Set<string>();
    text.set(name, `type ${name}=${printBody(type, recording(naming, mentioned))}`);
    needs.set(name, mentioned);
  }
  return { text, needs };
}

export function closure(
  start: ReadonlySet<string>,
  needs: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const all = new Set(start);
  for (const name of all) for (const next of needs.get(name) ?? []) all.add(next);
  return [...all];
}
