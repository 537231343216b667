/**
 * Arguments against a tool's input schema, before anything is sent: an upstream's own complaint rarely says which argument it means, and
 * never shows the signature. Where the schema cannot be used it checks nothing; where the arguments are too much for the check, they are
 * refused: no value gets past it by being large.
 */
import { argumentSchema } from "../../../sdk-gen/index.ts";
import { MAX_EXAMINED_CHARS, MAX_LIST_REMARKS, MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";
import { isRecord } from "../../lib/is-record.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { valueAt } from "../../lib/value-at.ts";
import type { ToolDefinition } from "../connector.ts";
import type { SchemaProblem } from "../json-schema/check-run.ts";
import { SchemaChecker, describeProblem } from "../json-schema/schema-checker.ts";
import { isOptional } from "./argument-keys.ts";

const checkers = new WeakMap<ToolDefinition, SchemaChecker>();

/**
 * @param chars length of the arguments' JSON text
 * @returns what is wrong, like `args.labels[0] must be string, not number.`; undefined when nothing is
 */
export function checkArgs(tool: ToolDefinition, args: unknown, chars: number): string | undefined {
  return checkValue(checkerOf(tool), args, chars, "args", adviceOn(tool, args));
}

function adviceOn(tool: ToolDefinition, args: unknown): (problem: SchemaProblem) => string {
  const onNull = adviceOnNull(tool, args);
  return (problem) => onNull(problem) || adviceOnBytes(tool, args, problem);
}

/** A Uint8Array arrives as a list of numbers. */
function adviceOnBytes({ inputSchema }: ToolDefinition, args: unknown, { path }: SchemaProblem): string {
  const value = valueAt(args, path);
  const [name] = path;
  const isList = Array.isArray(value) && value.every((one) => Number.isInteger(one) && one >= 0 && one <= 255);
  const properties = isRecord(inputSchema) ? inputSchema["properties"] : undefined;
  if (!isList || typeof name !== "string" || path.length > 2 || !isRecord(properties)) return "";
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const isFile = isBase64(schema) || (isRecord(schema) && isBase64(schema["items"]));
  return isFile ? "; bytes are given as base64: bytes.toBase64()" : "";
}

function isBase64(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const { format, contentEncoding } = schema;
  return format === "base64" || format === "byte" || format === "binary" || contentEncoding === "base64";
}

/** Models write null for what they leave out, and the schema's own words do not say so. @returns what is added to the first problem of such an argument */
function adviceOnNull(tool: ToolDefinition, args: unknown): (problem: SchemaProblem) => string {
  const advised = new Set<unknown>();
  return ({ path }) => {
    const [name] = path;
    if (path.length !== 1 || typeof name !== "string" || valueAt(args, path) !== null) return "";
    if (advised.has(name) || !isOptional(tool, name)) return "";
    advised.add(name);
    return "; leave it out, or pass undefined";
  };
}

/** @param root what the path of a part begins with @param advice what is added to a problem */
export function checkValue(
  checker: SchemaChecker,
  value: unknown,
  chars: number,
  root: string,
  advice: (problem: SchemaProblem) => string = () => "",
): string | undefined {
  if (isDeeper(value, MAX_VALUE_DEPTH)) return `${root} is nested deeper than ${MAX_VALUE_DEPTH} levels.`;
  const checked = checker.check(value, chars);
  if (checked.ok === true) return undefined;
  if (checked.ok === "unknown")
    return `${root} cannot be checked against its schema: it ${checked.why}. Pass less at once.`;
  const described = checked.problems.map((problem) =>
    describeProblem({ ...problem, message: problem.message + advice(problem) }, root),
  );
  return described.join(" ");
}

/** @returns descriptions of a few parts of the input schemas that cannot be used and are therefore not checked */
export function uncheckedParts(tools: readonly ToolDefinition[]): readonly string[] {
  const remarks: string[] = [];
  let chars = 0;
  for (const { name, inputSchema } of tools) {
    chars += JSON.stringify(inputSchema)?.length ?? 0;
    if (chars > MAX_EXAMINED_CHARS || remarks.length >= MAX_LIST_REMARKS) break;
    // Not cached: most tools are never called.
    for (const remark of new SchemaChecker(inputSchema).remarks) remarks.push(`${name.slice(0, 80)}: ${remark}`);
  }
  return remarks;
}

function checkerOf(tool: ToolDefinition): SchemaChecker {
  let checker = checkers.get(tool);
  if (checker === undefined) {
    checker = new SchemaChecker(argumentSchema(tool));
    checkers.set(tool, checker);
  }
  return checker;
}
