/**
 * Joins what a body is in several media types into one set of arguments, with one more by which the media type is chosen. Without it the first
 * media type is sent that has the arguments given.
 */
import { isRecord } from "../is-record.ts";
import type { Fields } from "./description.ts";
import type { Argument } from "./parameters.ts";
import type { BodyPlan, BodyShape } from "./request.ts";

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

/** @param bodies either all with their properties as arguments, or all as one argument; the preferred one first */
export function joinBodies(bodies: readonly Body[], taken: ReadonlySet<string>): Body | undefined {
  const [first] = bodies;
  if (first === undefined) return undefined;
  const names = new Set(bodies.flatMap(({ arguments: own }) => own.map(({ name }) => name)));
  const joined = [...names].map((name) => joinArgument(name, bodies));
  const typeArgument = freeName("contentType", new Set([...taken, ...names]));
  const types = [...new Set(bodies.map(({ plan }) => plan.contentType))];
  const text = `Media type of the body; else the first of these that has what is given.`;
  const chooser = { name: typeArgument, isRequired: false, schema: { enum: types, description: text } };
  const plans = bodies.map((one): BodyPlan => ({ ...one.plan, takes: shapeOf(one) }));
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

function joinArgument(name: string, bodies: readonly Body[]): Argument {
  const all = bodies.map(({ arguments: own }) => own.find((one) => one.name === name));
  const schemas = [...new Set(all.flatMap((one) => (one === undefined ? [] : [one.schema])))];
  const isRequired = all.every((one) => one?.isRequired === true);
  return { name, isRequired, schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } };
}

/** What one media type requires and another does not. */
function requiredByOne(bodies: readonly Body[], joined: readonly Argument[]): Body["rules"] {
  const always = new Set(joined.filter(({ isRequired }) => isRequired).map(({ name }) => name));
  const choices = bodies.map(({ arguments: own }) => ({
    required: own.filter(({ name, isRequired }) => isRequired && !always.has(name)).map(({ name }) => name),
  }));
  return choices.every(({ required }) => required.length > 0) ? [{ anyOf: choices }] : [];
}

function shapeOf({ plan: { argument, encoding }, arguments: own, additional }: Body): BodyShape {
  const isOpen = additional === true ? ({ isOpen: true } as const) : {};
  const required = own.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  if (argument === undefined) {
    const properties = own.map(({ name }) => name);
    return { kind: "object", properties, ...(required.length > 0 && { required }), ...isOpen };
  }
  if (encoding === "text" || encoding === "base64") return { kind: "text" };
  const schema = own.find(({ name }) => name === argument)?.schema;
  return { kind: isRecord(schema) && schema["type"] === "array" ? "list" : "object" };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free = `request_${free}`;
  return free;
}
