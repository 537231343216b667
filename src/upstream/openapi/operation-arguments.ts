/** Arguments of an operation's tool, as the plan of its request and its schema describe them. */
import type { BodyPlan, OperationRequest } from "../../../sdk-gen/index.ts";
import { asRecord } from "../../lib/is-record.ts";
import { fieldOf } from "./next-in-body.ts";

/** The arguments that are fields of the body, and the names that the fields have in it. */
interface BodyNames {
  /** False for a parameter, and for the argument that says in which media type the body is. */
  readonly isOfBody: (argument: string) => boolean;
  readonly nameOf: (argument: string) => string;
  readonly argumentOf: (name: string) => string;
}

export function bodyNames(
  { parameters }: Pick<OperationRequest, "parameters">,
  { renamed = {}, typeArgument }: Partial<BodyPlan> = {},
): BodyNames {
  const elsewhere = new Set([...parameters.map(({ argument }) => argument), typeArgument]);
  const byName = new Map(Object.entries(renamed).map(([argument, name]) => [name, argument]));
  return {
    isOfBody: (argument) => !elsewhere.has(argument),
    nameOf: (argument) => (Object.hasOwn(renamed, argument) && renamed[argument]) || argument,
    argumentOf: (name) => byName.get(name) ?? name,
  };
}

/** The schema of an argument, behind one reference to the `$defs` of its tool. */
export function schemaOf(inputSchema: unknown, argument: string): Readonly<Record<string, unknown>> {
  const { properties, $defs } = asRecord(inputSchema);
  const schema = asRecord(fieldOf(properties, argument));
  const { $ref: ref } = schema;
  if (typeof ref !== "string" || !ref.startsWith("#/$defs/")) return schema;
  return asRecord(fieldOf($defs, ref.slice("#/$defs/".length)));
}
