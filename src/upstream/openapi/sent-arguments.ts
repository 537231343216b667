/**
 * The arguments as the request of a call will have them. HTTP has no null and no empty list: such a parameter or field is left out, and so is one
 * that gateway.json fixes. Policies decide on what is sent, so it is taken out of the arguments first. A call whose list or object would be lost in
 * this way is refused before (unsendable-arguments.ts).
 */
import type { OperationRequest, ParameterPlan } from "../../../sdk-gen/index.ts";
import type { ToolDefinition } from "../connector.ts";
import { chosenBody } from "./chosen-body.ts";
import { planOf } from "../operation-plan.ts";
import { bodyNames } from "./operation-arguments.ts";
import { isGiven, isObject } from "./parameter-styles.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** Hears of each list and each object of the arguments that is not sent because nothing is in it. */
type OnLost = (path: string) => void;

const IGNORED: OnLost = () => {};

/** @returns the same object where all of it is sent, and for a tool of another kind of upstream */
export function sentArguments(tool: Pick<ToolDefinition, "request">, args: Arguments): Arguments {
  const plan = planOf(tool);
  return plan === undefined ? args : argumentsOf(plan, args);
}

export function argumentsOf(request: OperationRequest, args: Arguments, onLost = IGNORED): Arguments {
  const body = chosenBody(request, args);
  const byArgument = new Map(request.parameters.map((one) => [one.argument, one]));
  const { encoding, argument, parts = {} } = body ?? {};
  const { nameOf } = bodyNames(request, body);
  const isForm = encoding === "form" || encoding === "multipart";
  const field = (name: string, value: unknown, path: string): unknown => {
    const style = Object.hasOwn(parts, name) ? parts[name]?.style : undefined;
    const isPlain =
      encoding === "multipart" ||
      !Object.hasOwn(parts, name) ||
      (style === undefined && parts[name]?.explode === undefined);
    // An object without a style is written as JSON, which has all of it.
    return isObject(value) && isPlain ? value : withoutUnsent(value, style, path, onLost);
  };
  return mapped(args, (name, value) => {
    const parameter = byArgument.get(name);
    if (parameter !== undefined) return ofParameter(parameter, value, name, onLost);
    if (!isForm) return value;
    if (argument === undefined) return field(nameOf(name), value, name);
    if (name !== argument || !isObject(value)) return value;
    return mapped(value, (inner, item) => field(inner, item, `${name}.${inner}`));
  });
}

function ofParameter(
  { contentType, style, isFixed }: ParameterPlan,
  value: unknown,
  path: string,
  onLost: OnLost,
): unknown {
  if (isFixed) return undefined;
  if (contentType !== undefined) return isGiven(value) ? value : undefined;
  return withoutUnsent(value, style, path, onLost);
}

/** @returns undefined for what is not sent at all */
function withoutUnsent(value: unknown, style: string | undefined, path: string, onLost: OnLost): unknown {
  if (!isGiven(value)) return undefined;
  const isDeep = style === "deepObject";
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    const given = items
      .map((item, index) => (isDeep ? withoutUnsent(item, style, `${path}[${index}]`, onLost) : item))
      .filter((item) => isGiven(item));
    if (given.length > 0) {
      return given.length === items.length && given.every((item, index) => item === items[index]) ? items : given;
    }
    onLost(path);
    return undefined;
  }
  if (!isObject(value)) return value;
  // Only `deepObject` writes what is inside of an object or a list one by one; other styles write it as JSON.
  const given = mapped(value, (name, item) =>
    isDeep ? withoutUnsent(item, style, `${path}.${name}`, onLost) : isGiven(item) ? item : undefined,
  );
  if (Object.keys(given).length > 0) return given;
  onLost(path);
  return undefined;
}

/** @returns the same object where nothing of it changes; a property that becomes undefined is left out */
function mapped(given: Arguments, change: (name: string, value: unknown) => unknown): Arguments {
  const before = Object.entries(given);
  const after = before.map(([name, value]): [string, unknown] => [name, change(name, value)]);
  if (after.every(([, value], index) => value !== undefined && value === before[index]?.[1])) return given;
  return Object.fromEntries(after.filter(([, value]) => value !== undefined));
}
