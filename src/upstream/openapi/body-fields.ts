/** The names that the fields of a body have by its description. */
import { isRecord } from "../../lib/is-record.ts";
import type { OperationRequest } from "../../../sdk-gen/index.ts";

/** @param inputSchema of the tool, whose arguments they are */
export function bodyFields({ parameters, body }: OperationRequest, inputSchema: unknown): ReadonlySet<string> {
  if (body === undefined || !isRecord(inputSchema)) return new Set();
  const definitions = isRecord(inputSchema["$defs"]) ? inputSchema["$defs"] : {};
  const properties = isRecord(inputSchema["properties"]) ? inputSchema["properties"] : {};
  if (body.argument !== undefined) return new Set(propertiesOf(properties[body.argument], definitions));
  const elsewhere = new Set(parameters.map(({ argument }) => argument));
  const { renamed = {}, typeArgument } = body;
  const own = propertiesOf(inputSchema, definitions).filter((name) => !elsewhere.has(name) && name !== typeArgument);
  return new Set(own.map((name) => (Object.hasOwn(renamed, name) && renamed[name]) || name));
}

type Definitions = Readonly<Record<string, unknown>>;

/** Also those of its alternatives and parts. */
function propertiesOf(schema: unknown, definitions: Definitions): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const one = open.pop();
    if (!isRecord(one) || seen.has(one)) continue;
    seen.add(one);
    const { $ref: ref, properties } = one;
    if (typeof ref === "string" && ref.startsWith("#/$defs/")) open.push(definitions[ref.slice("#/$defs/".length)]);
    if (isRecord(properties)) for (const name of Object.keys(properties)) names.add(name);
    for (const key of ["allOf", "anyOf", "oneOf"]) {
      const parts = one[key];
      if (Array.isArray(parts)) open.push(...(parts as readonly unknown[]));
    }
  }
  return [...names];
}
