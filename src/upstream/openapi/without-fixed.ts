/**
 * Takes the parameters that gateway.json, a credential or the path fixes out of a tool: a script that had to give them would give them for nothing. The plan
 * still has them, marked, so that a script that gives them all the same does not put them into the body.
 */
import { textsIn, type OperationRequest, type PaginationPlan, type ParameterPlan } from "../../../sdk-gen/index.ts";
import { isRecord } from "../../lib/is-record.ts";
import type { FixedNames } from "./fixed-names.ts";
import type { ApiTool } from "./read-api.ts";
import { isSameName } from "./same-name.ts";

export function withoutFixed(tool: ApiTool, fixed: FixedNames): ApiTool {
  const { request, inputSchema } = tool;
  const taken = new Set(request.parameters.filter((one) => isFixed(one, fixed)).map(({ argument }) => argument));
  if (taken.size === 0) return tool;
  return { ...tool, inputSchema: schemaWithout(inputSchema, taken), request: requestWithout(request, taken) };
}

export function isFixed({ argument, name = argument, in: place }: ParameterPlan, fixed: FixedNames): boolean {
  if (place === "path") return false;
  if (place === "header") return fixed.header.includes(name.toLowerCase());
  return fixed[place].some((one) => isSameName(one, name));
}

function schemaWithout(schema: unknown, taken: ReadonlySet<string>): unknown {
  if (!isRecord(schema)) return schema;
  const { properties, required, ...others } = schema;
  const left = textsIn(required).filter((name) => !taken.has(name));
  return {
    ...others,
    ...(isRecord(properties) && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !taken.has(name))),
    }),
    ...(left.length > 0 && { required: left }),
  };
}

function requestWithout(request: OperationRequest, taken: ReadonlySet<string>): OperationRequest {
  const { pagination: before, ...others } = request;
  const parameters = request.parameters.map((one) =>
    taken.has(one.argument) ? { ...one, isFixed: true as const } : one,
  );
  const pagination = before && pagingWithout(before, taken);
  return { ...others, parameters, ...(pagination && { pagination }) };
}

/** @returns undefined where no argument is left by which another page could be asked for */
function pagingWithout(plan: PaginationPlan, taken: ReadonlySet<string>): PaginationPlan | undefined {
  const entries = Object.entries(plan).filter(([, one]) => typeof one !== "object" || !taken.has(one.argument));
  const left = Object.fromEntries(entries) as PaginationPlan;
  return left.cursor || left.page || left.offset ? left : undefined;
}
