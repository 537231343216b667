/** Chooses the media type of a body, where the description has several in which something else can be said. Pure. */
import { isRecord } from "../../lib/is-record.ts";
import type { BodyPlan, OperationRequest } from "../../../sdk-gen/index.ts";
import { quote } from "../../lib/shorten.ts";
import { isGiven } from "./parameter-styles.ts";
import { UnusableArgument } from "../unusable-argument.ts";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * @returns the plan of the media type that `typeArgument` names, else of the first one that has what is given, undefined where none has
 */
export function chosenBody(
  { body, parameters }: Pick<OperationRequest, "body" | "parameters">,
  args: Arguments,
): BodyPlan | undefined {
  const { others, typeArgument } = body ?? {};
  if (body === undefined || others === undefined || typeArgument === undefined) return body;
  const plans = [body, ...others];
  const wanted = args[typeArgument];
  const named = wanted === undefined ? undefined : plans.find(({ contentType }) => contentType === wanted);
  const elsewhere = new Set([...parameters.map(({ argument }) => argument), typeArgument]);
  const given = Object.keys(args).filter((name) => !elsewhere.has(name));
  const possible = (named === undefined ? plans : [named]).filter((plan) => hasRequired(plan, args));
  const chosen = possible.find((plan) => takes(plan, args, given)) ?? possible.find((plan) => plan.takes?.isOpen);
  return chosen && { ...chosen, typeArgument };
}

/** @returns why the arguments can be sent in no media type */
export function bodyProblem(
  request: Pick<OperationRequest, "body" | "parameters">,
  args: Arguments,
): UnusableArgument | undefined {
  const { body } = request;
  const chosen = chosenBody(request, args);
  if (body?.typeArgument === undefined || chosen !== undefined) return undefined;
  const type = args[body.typeArgument];
  const types = typeof type === "string" ? quote(type, 100) : "any of its media types";
  if (body.argument !== undefined) return new UnusableArgument(body.argument, `is no body of ${types}`);
  const all = [body, ...(body.others ?? [])].map(({ contentType, takes: shape }) => {
    const names = shape?.properties
      ?.slice(0, MAX_NAMES)
      .map((name) => (shape.required?.includes(name) ? name : `${name}?`));
    return `${contentType} takes ${names?.join(", ")}`;
  });
  return new UnusableArgument("", `are together no body of ${types}: ${all.join("; ")}`);
}

const MAX_NAMES = 20;

/** JSON only has null. */
function hasRequired({ takes: shape, encoding }: BodyPlan, args: Arguments): boolean {
  const isThere = (value: unknown): boolean => isGiven(value) || (encoding === "json" && value === null);
  return (shape?.required ?? []).every((name) => isThere(args[name]));
}

function takes({ argument, takes: shape }: BodyPlan, args: Arguments, given: readonly string[]): boolean {
  if (shape === undefined || (argument !== undefined && args[argument] === undefined)) return true;
  if (argument === undefined) return given.every((name) => shape.properties?.includes(name));
  return shape.kind === kindOf(args[argument]);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return isRecord(value) ? "object" : "text";
}
