/** Values that fit a JSON Schema of the OpenAPI document, and values that nearly do. */
import { HOSTILE_TEXTS, hostileValue } from "./hostile.ts";
import type { Random } from "../../support/random.ts";

export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
}

/** @param known texts that mean something to the gateway, by the name of the property or parameter */
export type Known = (name: string) => readonly string[];

/** By pattern; what fits none of them is made up. */
const SAMPLES = ["12", "1m", "30d", "2026-11-21", "2026-11-21T08:00:00Z", "weekly", "weekly_report", "a", "k0a", "r_1"];

export function valueOf(schema: Schema, random: Random, known: Known, name = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueOf(random.pick(choices), random, known, name);
  const type = typeof schema.type === "string" ? schema.type : schema.type && random.pick(schema.type);
  switch (type) {
    case "object":
      return objectOf(schema, random, known);
    case "array": {
      const { items = {}, minItems = 0 } = schema;
      return Array.from({ length: minItems + random.below(3) }, () => valueOf(items, random, known, name));
    }
    case "integer":
    case "number": {
      const { minimum = 0, maximum = 1_000 } = schema;
      return random.pick([minimum, maximum, minimum + random.below(Math.max(1, Math.min(maximum - minimum, 1_000)))]);
    }
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "string":
      return textOf(schema, random, known, name);
    default:
      return hostileValue(random, 2);
  }
}

function objectOf({ properties = {}, required = [] }: Schema, random: Random, known: Known): object {
  const names = Object.keys(properties).filter((one) => required.includes(one) || random.chance(0.5));
  return Object.fromEntries(names.map((one) => [one, valueOf(properties[one] ?? {}, random, known, one)]));
}

function textOf({ pattern, minLength = 0, maxLength = 200 }: Schema, random: Random, known: Known, name: string) {
  const meant = known(name);
  const candidates = [...meant, ...meant, random.word(), ...SAMPLES];
  const fits = candidates.filter(
    (text) =>
      text.length >= minLength &&
      text.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, "u").test(text)),
  );
  return fits.length > 0 ? random.pick(fits) : random.word();
}

/** One thing of it is wrong: a kind, a name, a size. */
export function broken(value: unknown, random: Random): unknown {
  if (value === null || typeof value !== "object" || random.chance(0.15)) return hostileValue(random);
  if (Array.isArray(value)) return random.chance(0.5) ? [...(value as unknown[]), hostileValue(random)] : {};
  const entries = Object.entries(value);
  const [name, old] = entries.length > 0 ? random.pick(entries) : ["code", "1"];
  switch (random.below(4)) {
    case 0:
      return { ...value, [name]: broken(old, random) };
    case 1:
      return Object.fromEntries(entries.filter(([one]) => one !== name));
    case 2:
      return { ...value, [random.chance(0.5) ? random.pick(HOSTILE_TEXTS) : random.word()]: hostileValue(random) };
    default:
      return { ...value, [name]: hostileValue(random) };
  }
}
