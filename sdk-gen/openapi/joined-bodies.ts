/**
 * Joins what a body is in several media types into one set of arguments, with one more by which the media type is chosen. Without it the first
 * media type is sent that has the arguments given.
 */
import type { Description, Fields } from "./description.ts";
import type { Argument } from "./parameters.ts";
import type { BodyPlan, BodyShape } from "./request.ts";
import { isSameSchema } from "./same-schema.ts";

export interface Body {
  readonly plan: BodyPlan;
  readonly arguments: readonly Argument[];
  /** The body's own description, if no argument carries it. */
  readonly description: string;
  /** Schemas with constraints between the arguments. */
  readonly rules: readonly Fields[];
  /** Whether other arguments are allowed; absent where the description does not say. */
  readonly additional?: boolean;
}

const MAX_JOINED = 1_000;

/** @param bodies either all with their properties as arguments, or all as one argument; the preferred one first @returns that one if they are too large */
export function joinBodies(
  description: Description,
  bodies: readonly [Body, ...Body[]],
  taken: ReadonlySet<string>,
): Body {
  const [first] = bodies;
  const byName = bodies.map(({ arguments: own }) => new Map(own.map((one) => [one.name, one])));
  const names = new Set(byName.flatMap((own) => [...own.keys()]));
  description.spend(names.size * bodies.length);
  if (bodies.length === 1 || names.size > MAX_JOINED || description.isSpent()) return first;
  const joined = [...names].map((name) => joinArgument(description, name, byName));
  const typeArgument = freeName(new Set([...taken, ...names]));
  const types = [...new Set(bodies.map(({ plan }) => plan.contentType))];
  const text = `Media type of the body; else the first of these that has what is given.`;
  const chooser = { name: typeArgument, isRequired: false, schema: { enum: types, description: text } };
  const plans = bodies.map((one): BodyPlan => ({ ...one.plan, takes: bodyShape(description, one) }));
  const isClosed = bodies.every(({ additional }) => additional === false);
  const isOpen = bodies.some(({ additional }) => additional === true);
  return {
    plan: { ...(plans[0] ?? first.plan), others: plans.slice(1), typeArgument },
    arguments: [...joined, chooser],
    description: first.description,
    rules: requiredByOne(bodies, joined),
    ...(isClosed ? { additional: false } : isOpen && { additional: true }),
  };
}

function joinArgument(
  description: Description,
  name: string,
  byName: readonly ReadonlyMap<string, Argument>[],
): Argument {
  const all = byName.map((own) => own.get(name));
  const schemas: unknown[] = [];
  for (const one of all) {
    if (one && !schemas.some((schema) => isSameSchema(description, schema, one.schema))) schemas.push(one.schema);
  }
  const isRequired = all.every((one) => one?.isRequired === true);
  return { name, isRequired, schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } };
}

/** A rule by which the arguments that some media type requires are there. */
function requiredByOne(bodies: readonly Body[], joined: readonly Argument[]): Body["rules"] {
  const always = new Set(joined.filter(({ isRequired }) => isRequired).map(({ name }) => name));
  const choices = bodies.map(({ arguments: own }) => ({
    required: own.filter(({ name, isRequired }) => isRequired && !always.has(name)).map(({ name }) => name),
  }));
  return choices.every(({ required }) => required.length > 0) ? [{ anyOf: choices }] : [];
}

function bodyShape(
  description: Description,
  { plan: { argument, encoding }, arguments: own, additional }: Body,
): BodyShape {
  if (argument !== undefined) {
    const isText = encoding === "text" || encoding === "base64";
    const type = description.follow(own.find(({ name }) => name === argument)?.schema)?.["type"];
    const kind = isText ? "text" : typeof type === "string" ? KINDS.get(type) : undefined;
    return kind === undefined ? {} : { kind };
  }
  const required = own.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const isOpen = additional === true || (encoding === "json" && additional !== false);
  const properties = own.map(({ name }) => name);
  return { properties, ...(required.length > 0 && { required }), ...(isOpen && { isOpen: true as const }) };
}

const KINDS: ReadonlyMap<string, BodyShape["kind"]> = new Map([
  ["array", "list"],
  ["object", "object"],
  ["string", "text"],
]);

function freeName(taken: ReadonlySet<string>): string {
  let free = "contentType";
  while (taken.has(free)) free = `request_${free}`;
  return free;
}
