/** The default of an argument, as its JSON Schema has it: a plain value or a short list of them, which a model can read in a comment. */
import { Kind, type ConstValueNode, type GraphQLArgument } from "graphql";

export type WithDefault = Pick<GraphQLArgument, "default">;

const MAX_TEXT_CHARS = 100;
const MAX_ITEMS = 5;

/** @returns `{ default: "USD" }`, or nothing */
export function defaultOf({ default: given }: WithDefault): { readonly default?: unknown } {
  const value = given?.literal === undefined ? undefined : valueOf(given.literal);
  return value === undefined ? {} : { default: value };
}

function valueOf(node: ConstValueNode): unknown {
  if (node.kind !== Kind.LIST) return plainValueOf(node);
  const values = node.values.slice(0, MAX_ITEMS + 1).map(plainValueOf);
  return values.length > MAX_ITEMS || values.includes(undefined) ? undefined : values;
}

function plainValueOf(node: ConstValueNode): string | number | boolean | undefined {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT: {
      const number = Number(node.value);
      // Another number than the one that is written says something wrong.
      return String(number) === node.value || (Number.isFinite(number) && node.kind === Kind.FLOAT)
        ? number
        : undefined;
    }
    case Kind.BOOLEAN:
      return node.value;
    case Kind.STRING:
    case Kind.ENUM:
      return node.value.length > MAX_TEXT_CHARS ? undefined : node.value;
    default:
      return undefined;
  }
}
