/**
 * The arguments as the request of a call will have them. HTTP has no null and no empty list: such a parameter or field is left out, and so is one
 * that gateway.json fixes. Policies decide on what is sent, so it is taken out of the arguments first. Pure.
 */
import { isRecord } from "../../lib/is-record.ts";
import type { OperationRequest, ParameterPlan } from "../../../sdk-gen/index.ts";
import type { ToolDefinition } from "../connector.ts";
import { isGiven, isObject } from "./parameter-styles.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** @returns the same object where all of it is sent, and for a tool of another kind of upstream */
export function sentArguments({ request }: Pick<ToolDefinition, "request">, args: Arguments): Arguments {
  return isOperation(request) ? argumentsOf(request, args) : args;
}

function isOperation(request: unknown): request is OperationRequest {
  return isRecord(request) && Array.isArray(request["parameters"]) && typeof request["path"] === "string";
}

export function argumentsOf({ parameters, body }: OperationRequest, args: Arguments): Arguments {
  const byArgument = new Map(parameters.map((one) => [one.argument, one]));
  const { encoding, argument, renamed = {}, parts = {} } = body ?? {};
  const isForm = encoding === "form" || encoding === "multipart";
  const field = (name: string, value: unknown): unknown => {
    const style = Object.hasOwn(parts, name) ? parts[name]?.style : undefined;
    const isPlain =
      encoding === "multipart" ||
      !Object.hasOwn(parts, name) ||
      (style === undefined && parts[name]?.explode === undefined);
    // An object without a style is written as JSON, which has all of it.
    return isObject(value) && isPlain ? value : withoutUnsent(value, style);
  };
  return mapped(args, (name, value) => {
    const parameter = byArgument.get(name);
    if (parameter !== undefined) return ofParameter(parameter, value);
    if (!isForm) return value;
    if (argument === undefined) return field((Object.hasOwn(renamed, name) && renamed[name]) || name, value);
    return name === argument && isObject(value) ? mapped(value as Arguments, field) : value;
  });
}

function ofParameter({ contentType, style, isFixed }: ParameterPlan, value: unknown): unknown {
  if (isFixed) return undefined;
  if (contentType !== undefined) return isGiven(value) ? value : undefined;
  return withoutUnsent(value, style);
}

/** @returns undefined for what is not sent at all */
function withoutUnsent(value: unknown, style: string | undefined): unknown {
  if (!isGiven(value)) return undefined;
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    const given = items
      .map((item) => (style === "deepObject" ? withoutUnsent(item, style) : item))
      .filter((item) => isGiven(item));
    if (given.length === 0) return undefined;
    return given.length === items.length && given.every((item, index) => item === items[index]) ? items : given;
  }
  if (!isObject(value)) return value;
  // Only `deepObject` writes what is inside of an object or a list one by one; other styles write it as JSON.
  const given = mapped(value as Arguments, (_name, item) =>
    style === "deepObject" ? withoutUnsent(item, style) : isGiven(item) ? item : undefined,
  );
  return Object.keys(given).length === 0 ? undefined : given;
}

/** @returns the same object where nothing of it changes; a property that becomes undefined is left out */
function mapped(given: Arguments, change: (name: string, value: unknown) => unknown): Arguments {
  const before = Object.entries(given);
  const after = before.map(([name, value]): [string, unknown] => [name, change(name, value)]);
  if (after.every(([, value], index) => value !== undefined && value === before[index]?.[1])) return given;
  return Object.fromEntries(after.filter(([, value]) => value !== undefined));
}
