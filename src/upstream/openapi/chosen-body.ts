/** Chooses the media type of a body, where the description has several in which something else can be said. */
import { isRecord } from "../../lib/is-record.ts";
import type { BodyPlan, OperationRequest } from "../../../sdk-gen/index.ts";
import { quote } from "../../lib/shorten.ts";
import { isTaken, typeOfUrl } from "./given-file.ts";
import { bodyNames } from "./operation-arguments.ts";
import { isGiven } from "./parameter-styles.ts";
import { UnusableArgument } from "../unusable-argument.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** @returns the plan of the media type that `typeArgument` names, else of the first one that has what is given, undefined where none has */
export function chosenBody(
  { body, parameters }: Pick<OperationRequest, "body" | "parameters">,
  args: Arguments,
): BodyPlan | undefined {
  const { others, typeArgument } = body ?? {};
  if (body === undefined || others === undefined || typeArgument === undefined) return body;
  const plans = [body, ...others];
  const wanted = args[typeArgument];
  const named = wanted === undefined ? undefined : plans.find(({ contentType }) => contentType === wanted);
  const possible = (named === undefined ? plans : [named]).filter((plan) => hasRequired(plan, args));
  const chosen =
    body.argument === undefined ? ofProperties(possible, plans, args) : ofKind(possible, args[body.argument]);
  // A media type that is said goes before that of a data URL.
  if (chosen === undefined) return undefined;
  const { types, ...plan } = chosen;
  return { ...plan, ...(named === undefined && types && { types }), typeArgument };

  /** Properties that another media type lists are not those that an open one has besides its own. */
  function ofProperties(some: readonly BodyPlan[], all: readonly BodyPlan[], given: Arguments): BodyPlan | undefined {
    const names = Object.keys(given).filter(bodyNames({ parameters }, body).isOfBody);
    const listed = new Set(all.flatMap(({ takes }) => takes?.properties ?? []));
    return some.find(({ takes }) =>
      names.every((name) => (listed.has(name) ? takes?.properties?.includes(name) : takes?.isOpen)),
    );
  }
}

/** @returns the first plan that takes a value of its kind; one that says nothing of the kind takes any */
function ofKind(plans: readonly BodyPlan[], value: unknown): BodyPlan | undefined {
  if (value === undefined) return plans[0];
  const kind = Array.isArray(value) ? "list" : isRecord(value) ? "object" : typeof value === "string" ? "text" : "";
  const type = typeOfUrl(value);
  const ofFile = plans.find((plan) => type !== undefined && plan.encoding === "base64" && isTaken(type, plan));
  return ofFile ?? plans.find(({ takes }) => takes?.kind === undefined || takes.kind === kind);
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
  if (body.argument !== undefined) return new UnusableArgument(body.argument, `is not a body of ${types}`);
  const all = [body, ...(body.others ?? [])].map(({ contentType, takes: shape }) => {
    const names = shape?.properties
      ?.slice(0, MAX_NAMES)
      .map((name) => (shape.required?.includes(name) ? name : `${name}?`));
    return `${contentType} takes ${names?.join(", ")}`;
  });
  return new UnusableArgument("", `are together not a body of ${types}: ${all.join("; ")}`);
}

const MAX_NAMES = 20;

/** JSON only has null. */
function hasRequired({ takes: shape, encoding }: BodyPlan, args: Arguments): boolean {
  const isThere = (value: unknown): boolean => isGiven(value) || (encoding === "json" && value === null);
  return (shape?.required ?? []).every((name) => isThere(args[name]));
}
