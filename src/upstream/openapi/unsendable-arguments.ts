/**
 * Finds arguments of an operation that its request cannot have, although they fit their schemas: for which the body has no media type, and those that
 * HTTP cannot carry because nothing is in them. `DELETE /items` with `ids: []` would be sent without `ids`, as a request for all items. Null for an
 * argument that is not required says that there is none, and is left out.
 */
import { textsIn } from "../../../sdk-gen/index.ts";
import { asRecord, isRecord } from "../../lib/is-record.ts";
import type { ToolDefinition } from "../connector.ts";
import { UnusableArgument } from "../unusable-argument.ts";
import { bodyProblem } from "./chosen-body.ts";
import { planOf } from "../operation-plan.ts";
import { schemaOf } from "./operation-arguments.ts";
import { argumentsOf } from "./sent-arguments.ts";

type Tool = Pick<ToolDefinition, "request" | "inputSchema">;

/** @returns what is wrong with the arguments; undefined where nothing is, and for a tool of another kind of upstream */
export function unsendableArgument(tool: Tool, args: unknown): UnusableArgument | undefined {
  const { inputSchema } = tool;
  const request = planOf(tool);
  if (request === undefined || !isRecord(args)) return undefined;
  const unfit = bodyProblem(request, args);
  if (unfit !== undefined) return unfit;
  let lost: string | undefined;
  const sent = argumentsOf(request, args, (path) => (lost ??= path));
  const required = textsIn(asRecord(inputSchema)["required"]);
  const isLeftOut = `would be left out of the request although it is required`;
  if (lost !== undefined) {
    const why = required.includes(lost)
      ? isLeftOut
      : `would be left out of the request; to do that, leave the argument out`;
    return new UnusableArgument(lost, `is empty, and ${why}`);
  }
  const whole = request.body?.argument;
  const [missing] = [
    ...missingIn(required, args, sent),
    ...(whole === undefined
      ? []
      : missingIn(textsIn(schemaOf(inputSchema, whole)["required"]), args[whole], sent[whole], `${whole}.`)),
  ];
  return missing === undefined ? undefined : new UnusableArgument(missing, `is null, and ${isLeftOut}`);
}

function missingIn(required: readonly string[], given: unknown, sent: unknown, prefix = ""): readonly string[] {
  if (!isRecord(given) || !isRecord(sent)) return [];
  return required.filter((name) => given[name] === null && !Object.hasOwn(sent, name)).map((name) => prefix + name);
}
