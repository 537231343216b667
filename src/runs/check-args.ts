/**
 * Arguments against a tool's input schema, before anything is sent: an upstream's own complaint rarely says which
 * argument it means, and never shows the signature. A schema the validator cannot use checks nothing.
 */
import { Validator } from "@cfworker/json-schema";
import type { OutputUnit, SchemaDraft } from "@cfworker/json-schema";
import type { ToolDefinition } from "../upstream/connector.ts";

const validators = new WeakMap<ToolDefinition, Validator | "unusable">();

/** @returns what is wrong, like `args.labels[0] must be string`; undefined when nothing is */
export function checkArgs(tool: ToolDefinition, args: unknown): string | undefined {
  const validator = validatorOf(tool);
  if (validator === "unusable") return undefined;
  try {
    const { valid, errors } = validator.validate(args);
    if (valid) return undefined;
    return describeErrors(errors, "args");
  } catch {
    return undefined;
  }
}

/** @param root what the path of a part begins with */
export function describeErrors(errors: readonly OutputUnit[], root: string): string {
  const shown = errors.filter(({ keyword }) => !ENCLOSING.has(keyword));
  return (shown.length > 0 ? shown : errors)
    .slice(0, 3)
    .map(({ instanceLocation, error }) => `${pathOf(instanceLocation, root)}: ${error}`)
    .join(" ");
}

/** These repeat, for the object around it, what the error below them says. */
const ENCLOSING = new Set(["properties", "items", "$ref", "allOf", "additionalProperties"]);

function validatorOf(tool: ToolDefinition): Validator | "unusable" {
  let validator = validators.get(tool);
  if (validator === undefined) {
    validator = compile(tool.inputSchema);
    validators.set(tool, validator);
  }
  return validator;
}

function compile(schema: unknown): Validator | "unusable" {
  if (schema === null || typeof schema !== "object") return "unusable";
  try {
    return new Validator(schema, draftOf(schema), false);
  } catch {
    return "unusable";
  }
}

export function draftOf(schema: object): SchemaDraft {
  const named = "$schema" in schema && typeof schema.$schema === "string" ? schema.$schema : "";
  if (named.includes("draft-04")) return "4";
  if (named.includes("draft-07") || named.includes("draft-06")) return "7";
  return named.includes("2019-09") ? "2019-09" : "2020-12";
}

/** `#/labels/0` → `args.labels[0]` */
function pathOf(location: string, root: string): string {
  const parts = location
    .split("/")
    .slice(1)
    .map((part) => decodeURIComponent(part.replaceAll("~1", "/").replaceAll("~0", "~")));
  return parts.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`), root);
}
